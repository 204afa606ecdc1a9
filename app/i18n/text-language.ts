const SAMPLE_MAX = 4000;

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/**
 * The `lang` of a text, which may differ from that of the page around it: its glyphs, line height and emphasis depend on
 * it. A sample decides; what is written in letters is "und", as nobody said which language it is.
 */
export function textLanguage(html: string): 'zh' | 'ja' | 'und' | undefined {
  const text = html.slice(0, SAMPLE_MAX).replace(/<[^>]*>/g, ' ');
  const han = count(text, /\p{Script=Han}/gu);
  const letters = count(text, /\p{L}/gu) - han;
  if (han + letters === 0) return undefined;
  // A Chinese character says about as much as three letters do.
  if (3 * han < letters) return 'und';
  return count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0 ? 'ja' : 'zh';
}
