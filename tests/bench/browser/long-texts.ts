import { firstCell, furtherDown, type Place } from '#tests/bench/browser/typing.ts';
import { markdownOf } from '#tests/bench/texts.ts';

export type LongText = { name: string; text: string; place: Place };

/** Returns Markdown notes, cut at a number of bytes. */
export function notesOf(bytes: number): string {
  const parts: string[] = [];
  for (let seed = 0, size = 0; size < bytes; seed += 1) {
    const part = `${markdownOf(7000 + seed)}\n\n`;
    parts.push(part);
    size += Buffer.byteLength(part);
  }
  return Buffer.from(parts.join('')).subarray(0, bytes).toString().replaceAll('\ufffd', '');
}

const repeated = (line: string, bytes: number) => line.repeat(Math.ceil(bytes / Buffer.byteLength(line)));
const row = (cells: number, word: string) => `|${` ${word} |`.repeat(cells)}`;
const WIDE = [row(60, 'head'), row(60, '---'), ...Array.from({ length: 40 }, () => row(60, 'cell'))].join('\n');

/** Texts that are hard for editors. */
export const LONG_TEXTS: LongText[] = [
  { name: '200 KB of notes', text: notesOf(200_000), place: furtherDown },
  { name: 'a table of 60 columns', text: `${WIDE}\n\nBelow.\n`, place: firstCell },
  { name: '10,000 lines of list', text: '- an item with **words**\n'.repeat(10_000), place: furtherDown },
  {
    name: '200 KB right to left',
    text: repeated('زرعنا **الجزر** شمال الحديقة في الربيع.\n\n', 200_000),
    place: furtherDown,
  },
  {
    name: '200 KB of combining marks',
    text: repeated('Vie\u0302\u0323t Na\u0300m, a\u0301o da\u0300i, z\u0351\u036b\u0343.\n\n', 200_000),
    place: furtherDown,
  },
  { name: '200 KB of long emoji', text: repeated('👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 *grow* 🧑🏿‍🌾.\n\n', 200_000), place: furtherDown },
  { name: '1.5 MB of notes, plain', text: notesOf(1_500_000), place: furtherDown },
];
