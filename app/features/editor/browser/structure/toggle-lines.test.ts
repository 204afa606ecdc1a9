import { deleteCharBackward, deleteCharForward, deleteGroupBackward, deleteGroupForward } from '@codemirror/commands';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import {
  enterToggle,
  stepOverTag,
  toggleField,
  togglesOf,
  unwrapToggle,
} from '#app/features/editor/browser/structure/toggles.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

function open(doc: string, anchor: number, head = anchor) {
  const extensions = [markdownSupport(), drawnBlocks, toggleField, blockStructure];
  const editor = {
    state: EditorState.create({ doc, selection: { anchor, head }, extensions }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
      editor.state = parsed(editor.state);
    },
    replace: (insert: string, userEvent: string) =>
      editor.dispatch({ ...editor.state.replaceSelection(insert), userEvent }),
    shown() {
      const { head: at } = editor.state.selection.main;
      const text = editor.state.doc.toString();
      return `${text.slice(0, at)}¦${text.slice(at)}`;
    },
  };
  editor.state = parsed(editor.state);
  // The toggles of the text parsed as a whole.
  editor.dispatch({});
  return editor;
}

const placed = (marked: string) => open(marked.replace('¦', ''), marked.indexOf('¦'));

const Q = '<details><summary>Q</summary>';

it.each([
  [`${Q}\n\nans\n\n</details>\n¦`, `${Q}\n\nans\n\n</details>\n\nx¦`],
  [`${Q}\n\nans\n\n</details>¦`, `${Q}\n\nans\n\n</details>\n\nx¦`],
  [`${Q}\n\nans\n\n</details>\n¦\nafter`, `${Q}\n\nans\n\n</details>\n\nx¦\n\nafter`],
  [`${Q}\n¦\n\nans\n\n</details>`, `${Q}\n\nx¦\n\nans\n\n</details>`],
  [`${Q}¦\n\nans\n\n</details>`, `${Q}\n\nx¦\n\nans\n\n</details>`],
  [`${Q}\n\nans\n¦\n</details>`, `${Q}\n\nans\n\nx¦\n\n</details>`],
  [`above\n¦\n${Q}\n\nans\n\n</details>`, `above\n\nx¦\n\n${Q}\n\nans\n\n</details>`],
])('what is typed beside a tag is a paragraph in %j', (before, after) => {
  const editor = placed(before);
  editor.replace('x', 'input.type');
  expect(editor.shown()).toBe(after);
});

it.each([
  [`${Q}\n\n¦ans\n\n</details>\n\nend`, `<details><summary>Q¦</summary>\n\nans\n\n</details>\n\nend`],
  [`${Q}\n\nans\n\n</details>\n\n¦end`, `${Q}\n\nans¦\n\n</details>\n\nend`],
  [`${Q}\n\n</details>\n\n¦end`, `<details><summary>Q¦</summary>\n\n</details>\n\nend`],
])('Backspace below a tag moves the cursor in %j', (before, after) => {
  const editor = placed(before);
  expect(stepOverTag(editor as unknown as EditorView)).toBe(true);
  expect(editor.shown()).toBe(after);
});

it('Enter behind the tag of a question begins a paragraph of the answer', () => {
  const editor = placed(`${Q}¦\n\nans\n\n</details>`);
  expect(enterToggle(editor as unknown as EditorView)).toBe(true);
  expect(editor.shown()).toBe(`${Q}\n\n¦\n\nans\n\n</details>`);
});

it('text that joins a tag already keeps every byte', () => {
  const editor = placed(`${Q}\nans¦\n</details>\nend`);
  editor.replace('x', 'input.type');
  expect(editor.shown()).toBe(`${Q}\nansx¦\n</details>\nend`);
});

const TAG = /^(?:<details>|<summary>|<\/details>)/;
const bodies = fc.constantFrom('ans **b**', '- one\n- two', '```\ncode\n```', 'a\n\nb', '| a |\n| - |\n| b |');
const toggle = fc.tuple(fc.constantFrom(Q, '<details>\n<summary>Q</summary>'), bodies);
const written = toggle.map(([head, body]) => `${head}\n\n${body}\n\n</details>`);
const nested = fc.tuple(toggle, written).map(([[head], inner]) => `${head}\n\n${inner}\n\n</details>`);
const texts = fc
  .array(fc.oneof(written, nested, bodies), { minLength: 1, maxLength: 3 })
  .map((blocks) => `Start.\n\n${blocks.join('\n\n')}\n\nEnd.`);
const inserted = fc.constantFrom('x', '- ', '#', '\n', 'a\nb', '');

/** Returns the tags' lines that have text directly beside them. */
function joinedLines(text: string): string[] {
  const lines = text.split('\n');
  const isText = (line: string | undefined) => line !== undefined && line.trim() !== '';
  return lines.filter((line, index) => {
    const [above, below] = [lines[index - 1], lines[index + 1]];
    if (!TAG.test(line)) return false;
    const isAbove = isText(above) && !(line.startsWith('<summary>') && above === '<details>');
    return isAbove || (isText(below) && !(line === '<details>' && below?.startsWith('<summary>')));
  });
}

it('tags stay apart from the text beside them whatever is typed, deleted or pasted', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(3), inserted, fc.boolean(), (doc, nth, length, insert, isTyped) => {
      const tags = [...doc.matchAll(/^<details>\n?<summary>.*$|^<\/details>$/gm)];
      const isInTag = (at: number) => tags.some(({ index, 0: text }) => index < at && at < index + text.length);
      const outside = [...doc].map((_, index) => index).filter((at) => !isInTag(at));
      const from = outside[nth % outside.length] ?? 0;
      const to = outside.find((at) => at >= from + (insert === '' ? length + 1 : 0)) ?? from;
      fc.pre(!TAG.test(doc.slice(from, to).trimStart()) && !doc.slice(from, to).includes('<'));
      const editor = open(doc, from, to);
      const typed = isTyped && insert !== '\n' ? 'input.type' : 'input.paste';
      editor.replace(insert, insert === '' ? 'delete.backward' : typed);
      const text = editor.state.doc.toString();
      expect(joinedLines(text), `${JSON.stringify([doc, from, to, insert])}\n=> ${text}`).toEqual([]);
    }),
    { numRuns: repeats(500, 10_000) },
  );
});

const DELETIONS = { deleteCharBackward, deleteCharForward, deleteGroupBackward, deleteGroupForward };

it('a deletion at a cursor leaves every tag', () => {
  const tagsIn = (text: string) => text.match(/<[^>]*>/g);
  fc.assert(
    fc.property(texts, fc.nat(), fc.constantFrom(...Object.keys(DELETIONS)), (doc, nth, name) => {
      const editor = open(doc, nth % (doc.length + 1));
      const before = togglesOf(editor.state).length;
      const dispatch = ({ state }: Transaction) => {
        editor.state = parsed(state);
      };
      for (const _ of 'abc')
        DELETIONS[name as keyof typeof DELETIONS]({ state: editor.state, dispatch } as unknown as EditorView);
      expect(tagsIn(editor.state.doc.toString()), editor.shown()).toEqual(tagsIn(doc));
      // Code that lost its fence takes in what follows; the keys of fences prevent it.
      if (!doc.includes('```')) expect(togglesOf(editor.state), editor.shown()).toHaveLength(before);
    }),
    { numRuns: repeats(500, 10_000) },
  );
});

it.each([
  [`Top\n\n<details><summary>¦</summary>\n\n\n\n</details>\n\nEnd`, 'Top\n\n¦\n\nEnd'],
  ['<details>\n<summary>¦</summary>\n</details>', '¦'],
  [`Top\n\n<details><summary>¦Why</summary>\n\nans\n\n</details>\n\nEnd`, 'Top\n\n¦Why\n\nans\n\nEnd'],
  ['<details>\n<summary>¦Why</summary>\n\n- a\n- b\n\n</details>', '¦Why\n\n- a\n- b'],
  ['<details>\n<summary>¦Why</summary>\nans\n</details>', '¦Why\n\nans'],
  ['<details><summary>¦Why</summary>\n\n\n\n</details>\n\nEnd', '¦Why\n\nEnd'],
  [`<details><summary>¦Why</summary>\n\n${Q}\n\nans\n\n</details>\n\n</details>`, `¦Why\n\n${Q}\n\nans\n\n</details>`],
])('Backspace at the start of a question removes the toggle from %j', (before, after) => {
  const editor = placed(before);
  expect(unwrapToggle(editor as unknown as EditorView)).toBe(true);
  expect(editor.shown()).toBe(after);
});

it.each([
  ['<details><summary>How to ¦start</summary>\n\nans¦wer\n\n</details>', 'How to ', '\n\nwer\n\n</details>'],
  ['<details><summary>Q¦</summary>\n\nans¦wer\n\n</details>', 'Q', '\n\nwer\n\n</details>'],
  ['<details><summary>¦Q</summary>\n\nans¦wer\n\n</details>', '', '\n\nwer\n\n</details>'],
  ['<details><summary>a¦b</su¦mmary>\n\nanswer\n\n</details>', 'a', '\n\nanswer\n\n</details>'],
  ['<details><summary>a¦b</summary>\n\n```\nco¦de\n```\n\n</details>', 'a', '\n\n```\nde\n```\n\n</details>'],
  ['<details><summary>a¦b</summary>\n\nanswer\n\n</details>\n\nE¦nd', 'a', '\n\n\n\n</details>\n\nnd'],
])('a selection from a question into its answer leaves the tags of %j', (marked, question, rest) => {
  const [before = '', selected = '', after = ''] = marked.split('¦');
  for (const insert of ['', 'x']) {
    const editor = open(before + selected + after, before.length, before.length + selected.length);
    editor.replace(insert, insert ? 'input.type' : 'delete.selection');
    expect(editor.shown()).toBe(`<details><summary>${question}${insert}¦</summary>${rest}`);
  }
});

it.each(['', 'x'])('a selection over a whole toggle is replaced with %j', (insert) => {
  for (const marked of [`a\n\n¦${Q}\n\nans\n\n</details>¦`, 'a\n\n¦<details>\n<summary>Q</summary>\n</details>¦']) {
    const [before = '', selected = ''] = marked.split('¦');
    const editor = open(before + selected, before.length, before.length + selected.length);
    editor.replace(insert, insert ? 'input.type' : 'delete.selection');
    expect(editor.shown()).toBe(`a\n\n${insert}¦`);
  }
});
