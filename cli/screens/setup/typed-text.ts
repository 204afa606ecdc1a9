import { textWidth } from '#cli/output/text-width.ts';

const graphemes = new Intl.Segmenter();
const letters = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

const WITH_PASSWORD = /^(\w+:\/\/[^:@/[]*:)(.*)(@[^@]*)$/u;
/** A password whose `@` is still to come, and no port. */
const UNFINISHED = /^(\w+:\/\/[^:@/[]*:)(?!\d{0,5}(?:[/?]|$))(.*)$/u;

/** Hides a secret while it is typed; of a URL only the password, so that the rest can be read. */
export function hidden(text: string): string {
  const [, start, secret, rest = ''] = WITH_PASSWORD.exec(text) ?? UNFINISHED.exec(text) ?? [];
  if (start !== undefined) return start + '•'.repeat(letters(secret!).length) + rest;
  return /^\w+:\/\//.test(text) ? text : '•'.repeat(letters(text).length);
}

/** Keeps the end of a text that is wider than `width` cells. */
export function endOf(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  return `…${fitting(letters(text).toReversed(), width - 1)
    .toReversed()
    .join('')}`;
}

/** Returns the leading letters that fit into `width` cells. */
function fitting(all: string[], width: number): string[] {
  const at = all.findIndex((_letter, index) => textWidth(all.slice(0, index + 1).join('')) > width);
  return at < 0 ? all : all.slice(0, at);
}

/** Removes control characters of pasted text. */
export const typed = (input: string): string => input.replace(/\p{Cc}/gu, '');

/** A line of text with a cursor, which stands before the letter at index `cursor`. A letter is a grapheme cluster. */
export type Line = { text: string; cursor: number };

export const lineOf = (text: string): Line => ({ text, cursor: letters(text).length });

export function moved(line: Line, to: 'left' | 'right' | 'start' | 'end'): Line {
  const end = letters(line.text).length;
  const places = { left: line.cursor - 1, right: line.cursor + 1, start: 0, end };
  return { ...line, cursor: Math.min(end, Math.max(0, places[to])) };
}

/** Inserts text; the cursor moves to its end, or to the end of the letter that it combines with, such as an accent. */
export function inserted({ text, cursor }: Line, more: string): Line {
  const all = letters(text);
  const before = all.slice(0, cursor).join('') + more;
  return { text: before + all.slice(cursor).join(''), cursor: letters(before).length };
}

/** Removes the letter before the cursor, or the one after it. */
export function removed({ text, cursor }: Line, side: 'before' | 'behind'): Line {
  const at = side === 'before' ? cursor - 1 : cursor;
  const all = letters(text);
  if (at < 0 || at >= all.length) return { text, cursor };
  return { text: all.toSpliced(at, 1).join(''), cursor: at };
}

/**
 * Draws a line into `width` cells with `▏` at the cursor. `shown` is its text as it is drawn, letter for letter. What
 * does not fit is cut at both ends, around the cursor.
 */
export function drawLine(shown: string, cursor: number, width: number): string {
  const all = letters(shown);
  const [before, behind] = [all.slice(0, cursor), all.slice(cursor)];
  const room = width - 1;
  if (textWidth(shown) <= room) return `${before.join('')}▏${behind.join('')}`;
  const kept = fitting(behind, Math.max(Math.floor(room / 2), room - textWidth(before.join(''))) - 1);
  const tail = kept.join('') + (kept.length < behind.length ? '…' : '');
  return `${endOf(before.join(''), room - textWidth(tail))}▏${tail}`;
}
