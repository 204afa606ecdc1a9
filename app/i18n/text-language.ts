const SAMPLE_MAX = 4000;

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/**
 * Returns the `lang` of a text, which may differ from the page's and determines glyphs, line height and emphasis.
 * Decides by a sample. Alphabetic text is "und", as its language is unknown.
 */
export function textLanguage(html: string): 'zh' | 'ja' | 'und' | undefined {
  const text = html.slice(0, SAMPLE_MAX).replace(/<[^>]*>/g, ' ');
  const han = count(text, /\p{Script=Han}/gu);
  const letters = count(text, /\p{L}/gu) - han;
  if (han + letters === 0) return undefined;
  // One Chinese character counts as about three letters.
  if (3 * han < letters) return 'und';
  return count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0 ? 'ja' : 'zh';
}
