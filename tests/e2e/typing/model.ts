import { diffIndices } from 'node-diff3';
import { type EditorState, lettersOf } from '#tests/e2e/typing/editor-state.ts';

/** Allowed letters of a text after an act: alternatives in order, or the letters in any order. */
export type Expected = readonly string[] | { inAnyOrder: string };

/** The label of an alert: Backspace before its text removes it, letters typed before it go to its text. */
const LABEL = 'NOTE';

/** Returns the letters after an insertion at the cursor, which replaces the selection. */
export function written({ before, after }: EditorState, text: string): string[] {
  const here = before + lettersOf(text) + after;
  if (!after.startsWith(LABEL)) return [here];
  return [here, before + LABEL + lettersOf(text) + after.slice(LABEL.length)];
}

/** First lines of blocks of code and formulas, with the language or text behind their fences. */
const FENCES = /(?:`{3,}|\${2,})([^\n]*)/g;

/** Returns the letters after typing over a selection. A block that is not selected whole keeps its first line. */
export function overwritten(state: EditorState, word: string): string[] {
  const kept = [...state.selected.matchAll(FENCES)].at(-1)?.[1] ?? '';
  return [...written(state, word), ...written(state, word + kept)];
}

/** Returns the letters after pasting a text that was cut. */
export const pasted = (state: EditorState, text: string): string[] => [
  ...written(state, text),
  ...written(state, text.replace(FENCES, '')),
];

/** Returns the letters after a block, row or column was moved. */
export const rearranged = ({ text }: EditorState): Expected => ({ inAnyOrder: lettersOf(text) });

/** Returns the letters after an insertion below the cursor's line, or below the list that contains it. */
export function writtenBelow({ before, after, linesAfter }: EditorState, text: string): string[] {
  let length = 0;
  return linesAfter.map((line) => {
    length += line.length;
    return before + after.slice(0, length) + lettersOf(text) + after.slice(length);
  });
}

export const unchanged = ({ text }: EditorState): Expected => [lettersOf(text)];

/** Returns the letters after a deleting key, which removes a non-letter, the adjacent letter or the selection. */
export function erased({ before, after }: EditorState, key: 'Backspace' | 'Delete'): Expected {
  const same = before + after;
  if (key === 'Delete') return [before + after.slice(1), same];
  return [
    before.slice(0, -1) + after,
    same,
    (before.endsWith(LABEL) ? before.slice(0, -LABEL.length) : before) + after,
  ];
}

/**
 * Returns the lines of a text without quote marks and indentation, which change with the block around them. All numbers
 * of items are the same, as a list counts on below an edit.
 */
const linesOf = (text: string) =>
  text.replace(/^[ \t>]*(\d{1,9}(?=[.)]))?/gm, (_, number) => (number ? '1' : '')).split('\n');

/** Counts the lines of a text that are removed or changed in another; new ones do not count. */
export function changedLines(before: string, after: string): number {
  return diffIndices(linesOf(before), linesOf(after)).reduce((sum, { buffer1 }) => sum + buffer1[1], 0);
}

/** Returns the fault in a text after an act; null without one. */
export function faultIn(expected: Expected, state: EditorState): string | null {
  const letters = lettersOf(state.text);
  if ('inAnyOrder' in expected) {
    const sorted = (text: string) => [...text].sort().join('');
    if (sorted(expected.inAnyOrder) === sorted(letters)) return null;
    return `letters lost or doubled: ${JSON.stringify(expected.inAnyOrder)} became ${JSON.stringify(letters)}`;
  }
  if (expected.includes(letters)) return null;
  const [wanted = ''] = expected;
  let same = 0;
  while (same < wanted.length && wanted[same] === letters[same]) same += 1;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, same - 20), same + 30));
  return `letters differ at ${same}: wanted ${around(wanted)}, found ${around(letters)}`;
}
