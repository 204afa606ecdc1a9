import { deleteCharBackward, deleteCharForward, deleteGroupBackward, deleteGroupForward } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { crossingMarks, passMarks } from '#app/features/editor/browser/writing/cross-marks.ts';
import {
  deleteEmptyMarks,
  emptyMarksAt,
  removingEmptyMarks,
} from '#app/features/editor/browser/writing/empty-marks.ts';
import { wholeStyles } from '#app/features/editor/browser/writing/whole-styles.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Returns the positions that arrow keys reach in a text, from one end to the other. */
function reached(doc: string, by: 1 | -1, isSelecting: boolean): number[] {
  const start = by > 0 ? 0 : doc.length;
  let state = parsed(
    EditorState.create({ doc, selection: { anchor: start }, extensions: [markdownSupport(), crossingMarks] }),
  );
  const places = [start];
  for (let at = start + by; at >= 0 && at <= doc.length; at = (places.at(-1) ?? 0) + by) {
    const selection = isSelecting ? EditorSelection.range(start, at) : EditorSelection.cursor(at);
    state = state.update({ selection: EditorSelection.create([selection]), userEvent: 'select' }).state;
    places.push(state.selection.main.head);
  }
  return by > 0 ? places : places.reverse();
}

it.each([
  ['a **b** c', [0, 1, 2, 4, 5, 7, 8, 9]],
  ['~~b~~', [0, 2, 3, 5]],
  ['``b``', [0, 2, 3, 5]],
  ['***b***', [0, 1, 3, 4, 6, 7]],
  ['a ** b', [0, 1, 2, 3, 4, 5, 6]],
  ['```', [0, 1, 2, 3]],
])('arrow keys cross whole marks in %j', (doc, places) => {
  for (const isSelecting of [false, true]) {
    expect(reached(doc, 1, isSelecting)).toEqual(places);
    expect(reached(doc, -1, isSelecting)).toEqual(places);
  }
});

const DELETIONS = {
  Backspace: [passMarks(-1), deleteCharBackward],
  Delete: [passMarks(1), deleteCharForward],
  'Control+Backspace': [passMarks(-1), deleteGroupBackward],
  'Control+Delete': [passMarks(1), deleteGroupForward],
} as const;
type Key = keyof typeof DELETIONS;

const PREVIEW = [markdownSupport(), removingEmptyMarks, wholeStyles, drawnBlocks];

/** Presses keys at `¦` and returns the state. */
function erased(marked: string, keys: readonly Key[], extensions = PREVIEW): EditorState {
  const anchor = marked.indexOf('¦');
  const editor = {
    state: parsed(EditorState.create({ doc: marked.replace('¦', ''), selection: { anchor }, extensions })),
    dispatch(spec: TransactionSpec) {
      editor.state = parsed(editor.state.update(spec).state);
    },
  };
  for (const key of keys)
    [deleteEmptyMarks, ...DELETIONS[key]].some((command) => command(editor as unknown as EditorView));
  return editor.state;
}

function shown(state: EditorState): string {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}¦${state.sliceDoc(head)}`;
}

it.each<[string, Key[], string]>([
  ['**bold**¦ x', ['Backspace'], '**bol¦** x'],
  ['**bold*¦* x', ['Backspace'], '**bol¦** x'],
  ['x ¦**bold**', ['Delete'], 'x **¦old**'],
  ['x **¦bold**', ['Backspace'], 'x¦**bold**'],
  ['**bold¦** x', ['Delete'], '**bold**¦x'],
  ['***bold***¦', ['Backspace'], '***bol¦***'],
  ['a ~~**b**~~¦ c', ['Backspace', 'Backspace'], 'a ¦ c'],
  ['a ¦`b` c', ['Delete', 'Delete'], 'a ¦ c'],
  ['a [bc](/d)¦ e', ['Backspace'], 'a [b¦](/d) e'],
  ['a ¦[b](/d) e', ['Delete', 'Delete'], 'a ¦ e'],
  ['a [bc](/d¦) e', ['Backspace'], 'a [bc](/¦) e'],
  ['a **two words**¦ b', ['Control+Backspace'], 'a **two ¦** b'],
  ['a **bold¦** word b', ['Control+Delete'], 'a **bold**¦ b'],
  ['a **bold**¦', ['Control+Backspace', 'Control+Backspace'], 'a ¦'],
  ['a **¦', ['Backspace'], 'a *¦'],
])('in %j, %j takes what the page shows', (before, keys, after) => {
  expect(shown(erased(before, keys))).toBe(after);
});

it('a deletion in the source view takes one character of a delimiter', () => {
  expect(shown(erased('**bold**¦', ['Backspace'], [markdownSupport()]))).toBe('**bold*¦');
});

const DELIMITERS = /^(?:EmphasisMark|StrikethroughMark|CodeMark|LinkMark|URL)$/;

/** Returns the positions of the letters that the page shows. */
function lettersOf(state: EditorState): number[] {
  const delimiters = new Set<number>();
  syntaxTree(state).iterate({
    enter: ({ name, from, to }) => {
      if (DELIMITERS.test(name)) for (let at = from; at < to; at += 1) delimiters.add(at);
    },
  });
  return [...state.doc.toString()].map((_, at) => at).filter((at) => !delimiters.has(at));
}

const read = (doc: string) => parsed(EditorState.create({ doc, extensions: [markdownSupport()] }));
const wordsOf = (state: EditorState) =>
  lettersOf(state)
    .map((at) => state.sliceDoc(at, at + 1))
    .join('');

type Texts = fc.Arbitrary<string>;
const wrapped = (inner: Texts): Texts =>
  fc
    .tuple(fc.constantFrom('**', '*', '~~', '['), inner)
    .filter(([mark, text]) => !text.includes(mark))
    .map(([mark, text]) => (mark === '[' ? `[${text}](/u)` : mark + text + mark));
const several = (part: Texts): Texts => fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
const word = fc.constantFrom('one', 'xy', 'z', '中文');
const styled = fc.oneof(
  word,
  word.map((text) => `\`${text}\``),
  wrapped(word),
);

it('no deletion at a cursor leaves a delimiter that was hidden', () => {
  const texts = several(fc.oneof(styled, wrapped(several(styled)), wrapped(wrapped(several(styled)))));
  fc.assert(
    fc.property(texts, fc.nat(), fc.constantFrom<Key>('Backspace', 'Delete'), (text, place, key) => {
      const before = read(text);
      const words = wordsOf(before);
      const letters = lettersOf(before);
      const at = place % (text.length + 1);
      // An address is written as it is.
      fc.pre(!/[*~`[\]()]/.test(words) && !/\]\(?$|\/u?$/.test(text.slice(0, at)));
      const behind = letters.filter((letter) => letter < at).length;
      const gone = key === 'Backspace' ? behind - 1 : behind;
      const isApart = ({ from, to }: { from: number; to: number }, doc: string) =>
        !/[*~`[\]] |^ [*~`[\]]/.test(`${doc.slice(from - 1, from)}${doc.slice(to, to + 1)}`);
      // Marks side by side, and one beside a blank while its text is written, have no meaning in Markdown.
      fc.pre(words[gone] !== ' ' && isApart({ from: letters[gone]!, to: letters[gone]! + 1 }, text));
      const after = erased(`${text.slice(0, at)}¦${text.slice(at)}`, [key]);
      const { head } = after.selection.main;
      const empty = emptyMarksAt(after, head);
      // Empty marks go away with the cursor.
      fc.pre(!empty || isApart(empty, after.doc.toString()));
      const rest = empty ? read(after.sliceDoc(0, empty.from) + after.sliceDoc(empty.to)) : after;
      expect(wordsOf(rest), shown(after)).toBe(words.slice(0, Math.max(gone, 0)) + words.slice(gone + 1));
    }),
    { numRuns: repeats(1_000, 20_000) },
  );
});
