const SAMPLE_MAX = 4000;
/** Characters looked through for a sample, as code can come first. */
const SOURCE_MAX = 16_000;

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/**
 * Returns the `lang` of a text (HTML, Markdown or plain), which may differ from the page's and determines glyphs, line
 * height and emphasis. Decides by a sample without code. Alphabetic text is "und", as its language is unknown.
 */
export function textLanguage(html: string): 'zh' | 'ja' | 'und' | undefined {
  const text = withoutCode(html.slice(0, SOURCE_MAX))
    .replace(/<[^<>]*>/g, ' ')
    .slice(0, SAMPLE_MAX);
  const han = count(text, /\p{Script=Han}/gu);
  const letters = count(text, /\p{L}/gu) - han;
  if (han + letters === 0) return undefined;
  // One Chinese character counts as about three letters.
  if (3 * han < letters) return 'und';
  return count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0 ? 'ja' : 'zh';
}

/** Removes code from HTML and Markdown, as it is in Latin letters whatever the language of the text. */
function withoutCode(text: string): string {
  const [first = '', ...parts] = text.split(/<code\b/);
  const afterCode = (part: string) => part.slice(part.includes('</code>') ? part.indexOf('</code>') : part.length);
  const prose = [first, ...parts.map(afterCode)].join(' ');
  return prose
    .split(/^ {0,3}(?:```|~~~).*$/m)
    .filter((_part, index) => index % 2 === 0)
    .join(' ')
    .replace(/`[^`\n]*`/g, ' ');
}
