import { randomBytes } from 'node:crypto';

/** A text before and after a change, to be compared, packed and merged. */
export type Change = { name: string; before: string; after: string };

const lines = (count: number, name: string) => Array.from({ length: count }, (_, nth) => `${name} ${nth}\n`).join('');
const reversed = (text: string) => text.split('\n').toReversed().join('\n');
/** Returns a deterministic sequence of letters. */
function mixed(count: number, letters: string): string {
  let state = 1;
  let text = '';
  for (let nth = 0; nth < count; nth += 1) {
    state = (state * 48_271) % 2_147_483_647;
    text += letters[state % letters.length];
  }
  return text;
}
const mixedLines = (count: number) => [...mixed(count, 'abcdefgh')].join('\n');
const noise = (bytes: number) => randomBytes(bytes).toString('base64');

const FEW = 30_000;
const MANY = 100_000;

/** Worst known changes for comparing, packing or merging, relative to their length. */
export const HOSTILE_CHANGES: Change[] = [
  { name: 'first and last of many lines', before: lines(MANY, 'l'), after: `first\n${lines(MANY, 'l')}last\n` },
  { name: 'every line another', before: lines(MANY, 'l'), after: lines(MANY, 'm') },
  { name: 'all lines equal', before: lines(FEW, 'l'), after: 'same\n'.repeat(FEW) },
  { name: 'more of equal lines', before: 'same\n'.repeat(FEW), after: 'same\n'.repeat(2 * FEW) },
  { name: 'lines in reverse', before: lines(FEW, 'l'), after: reversed(lines(FEW, 'l')) },
  { name: 'halves exchanged', before: lines(FEW, 'a') + lines(FEW, 'b'), after: lines(FEW, 'b') + lines(FEW, 'a') },
  { name: 'every other line gone', before: lines(FEW, 'l'), after: lines(FEW, 'l').replace(/\w+ \d*[02468]\n/g, '') },
  {
    name: 'every other line new',
    before: lines(FEW, 'l'),
    after: lines(FEW, 'l').replace(/ (\d*[13579])\n/g, ' new $1\n'),
  },
  { name: 'lines of eight letters, mixed', before: mixedLines(FEW), after: reversed(mixedLines(FEW)) },
  { name: 'two kinds of lines', before: 'a\nb\n'.repeat(FEW / 2), after: 'b\na\n'.repeat(FEW / 2) },
  { name: 'one long line, its first letter', before: 'x'.repeat(1_000_000), after: `y${'x'.repeat(999_999)}` },
  { name: 'one long line, its last letter', before: 'x'.repeat(1_000_000), after: `${'x'.repeat(999_999)}y` },
  { name: 'one long line of words', before: 'word '.repeat(200_000), after: 'words '.repeat(160_000) },
  { name: 'one long line of mixed letters', before: mixed(500_000, 'ab '), after: mixed(500_000, 'ba ') },
  {
    name: 'one long line in reverse',
    before: mixed(300_000, 'abc '),
    after: [...mixed(300_000, 'abc ')].toReversed().join(''),
  },
  { name: 'a long line without blanks', before: mixed(400_000, 'abcd'), after: mixed(400_000, 'dcba') },
  { name: 'noise', before: noise(700_000), after: noise(700_000) },
  {
    name: 'noise with one letter more',
    before: `${noise(10)}${'z'.repeat(900_000)}`,
    after: `${'z'.repeat(900_000)}${noise(10)}`,
  },
  { name: 'Chinese without blanks', before: '文档'.repeat(200_000), after: '档文'.repeat(200_000) },
  { name: 'emoji', before: '👩‍👩‍👧'.repeat(60_000), after: '👩‍👧‍👩'.repeat(60_000) },
  { name: 'blank lines', before: '\n'.repeat(800_000), after: '\n \n'.repeat(300_000) },
  { name: 'a text out of nothing', before: '', after: lines(MANY, 'l') },
  { name: 'nothing out of a text', before: lines(MANY, 'l'), after: '-' },
  { name: 'a long table', before: '|a|b|\n'.repeat(FEW), after: '|b|a|\n'.repeat(FEW) },
  { name: 'a long list, indented', before: '- a\n'.repeat(FEW), after: '  - a\n'.repeat(FEW) },
];
