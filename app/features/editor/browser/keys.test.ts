import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { expect, it } from 'vitest';
import { editorKeys } from '#app/features/editor/browser/keys.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { toggleField } from '#app/features/editor/browser/structure/toggles.ts';
import { typingBeforeMarks } from '#app/features/editor/browser/writing/before-marks.ts';
import { chineseMarks } from '#app/features/editor/browser/writing/chinese-marks.ts';
import { startingTasks } from '#app/features/editor/browser/writing/start-task.ts';
import { parsed } from '#tests/support/parsed-state.ts';

const extensions = [
  EditorState.allowMultipleSelections.of(true),
  editorKeys,
  markdownSupport(),
  toggleField,
  blockStructure,
  startingTasks,
  typingBeforeMarks,
  chineseMarks,
];

/** Opens a text with `¦` at each cursor, the first of which is the main one. */
function open(marked: string) {
  const parts = marked.split('¦');
  const cursors = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length);
  const selection = EditorSelection.create(cursors.map((at) => EditorSelection.cursor(at)));
  const editor = {
    state: parsed(EditorState.create({ doc: parts.join(''), selection, extensions })),
    composing: false,
    dispatch(spec: TransactionSpec) {
      editor.state = parsed(editor.state.update(spec).state);
    },
  };
  return editor;
}

function shown({ doc, selection }: EditorState): string {
  const heads = selection.ranges.map(({ head }) => head).reverse();
  return heads.reduce((text, at) => `${text.slice(0, at)}¦${text.slice(at)}`, doc.toString());
}

function pressed(key: string, marked: string): string {
  const [held, name] = key.startsWith('Shift-') ? (['shift', key.slice(6)] as const) : (['run', key] as const);
  const editor = open(marked);
  const view = editor as unknown as EditorView;
  const commands = editor.state
    .facet(keymap)
    .flat()
    .flatMap((binding) => (binding.key === name ? (binding[held] ?? []) : []));
  commands.some((command) => command(view));
  return shown(editor.state);
}

function typed(text: string, marked: string): string {
  const editor = open(marked);
  const { from, to } = editor.state.selection.main;
  const insert = () => editor.state.update(editor.state.replaceSelection(text), { userEvent: 'input.type' });
  const handlers = editor.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(editor as unknown as EditorView, from, to, text, insert)))
    editor.dispatch(insert());
  return shown(editor.state);
}

it.each([
  ['Backspace', '- a\n- ¦b\n- c\n- ¦d', '- a\n  ¦b\n- c\n  ¦d'],
  ['Enter', '- ¦a\n- ¦b', '-\n- ¦a\n-\n- ¦b'],
  ['Enter', '> ```\n> a¦\n> b¦\n> ```', '> ```\n> a\n> ¦\n> b\n> ¦\n> ```'],
  ['Tab', '- a\n- ¦b\n- c\n- ¦d', '- a\n  - ¦b\n- c\n  - ¦d'],
  ['Shift-Enter', 'a¦b\n\nc¦d', 'a\n¦b\n\nc\n¦d'],
])('%s at several cursors of %j acts on each', (key, before, after) => {
  expect(pressed(key, before)).toBe(after);
});

it.each([
  ['Enter', '- a\n  - b\n    > c\n    > ¦', '- a\n  - b\n    > c\n\n    ¦'],
  ['Enter', '10. a\n    > ```\n    > x¦\n    > ```', '10. a\n    > ```\n    > x\n    > ¦\n    > ```'],
  ['Shift-Enter', '- a\n  - b\n    > c¦\n    > d', '- a\n  - b\n    > c\\\n    > ¦\n    > d'],
  ['Backspace', '- a\n  - b\n    > ¦c\n    > d', '- a\n  - b\n\n    ¦c\n    d'],
  ['Backspace', '10. a\n    > - ¦b', '10. a\n    >\n    > ¦b'],
  ['Alt-ArrowUp', '10. a\n    > 9. b\n    > 10. ¦c\n    >     more', '10. a\n    > 9. ¦c\n    >    more\n    > 10. b'],
])('%s in %j, in a quote deep in items', (key, before, after) => {
  expect(pressed(key, before)).toBe(after);
});

it.each([
  ['Enter', '```\n> x¦\n```', '```\n> x\n¦\n```'],
  ['Enter', '> ```\n> > x¦\n> ```', '> ```\n> > x\n> ¦\n> ```'],
  ['Backspace', '> - a\n>   ```\n> ¦  b\n>   ```', '> - a\n>   ```\n>¦  b\n>   ```'],
  ['Enter', 'a\n    > x¦', 'a\n    > x\n\n¦'],
])('%s in %j leaves code and text beside quote marks in its block', (key, before, after) => {
  expect(pressed(key, before)).toBe(after);
});

it.each([
  [' ', '[]¦\n\n[]¦', '[] ¦\n\n[] ¦'],
  ['x', '¦- a\n¦- b', 'x¦- a\nx¦- b'],
  ['·', '··¦\n\n··¦', '···¦\n\n···¦'],
  ['`', '```\n``¦\n```\n\n```\n``¦\n```', '```\n```¦\n```\n\n```\n```¦\n```'],
])('%j typed at several cursors of %j is written at each', (text, before, after) => {
  expect(typed(text, before)).toBe(after);
});
