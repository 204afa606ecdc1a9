import { textWidth } from '#cli/output/text-width.ts';

const graphemes = new Intl.Segmenter();
const letters = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Hides a secret while it is typed; of a URL only the password, so that the rest can be read. */
export function hidden(text: string): string {
  const [, start, secret, rest] = /^(\w+:\/\/[^:@/]*:)([^@]*)(@.*)?$/u.exec(text) ?? [];
  if (start !== undefined) return start + '•'.repeat(letters(secret!).length) + (rest ?? '');
  return /^\w+:\/\//.test(text) ? text : '•'.repeat(letters(text).length);
}

/** Keeps the end of a text that is wider than `width` cells, where the cursor is. */
export function endOf(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  for (const letter of letters(text).toReversed()) {
    if (textWidth(letter + kept) > width - 1) break;
    kept = letter + kept;
  }
  return `…${kept}`;
}

export const withoutLast = (text: string): string => letters(text).slice(0, -1).join('');

/** Removes control characters of pasted text. */
export const typed = (input: string): string => input.replace(/\p{Cc}/gu, '');
