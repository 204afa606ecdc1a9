import { defaultKeymap, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { type EditorState, Prec } from '@codemirror/state';
import { type Command, type EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { insertLink, leaveList, toggleBlock, toggleInline } from '#app/features/editor/browser/commands.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { moveTo } from '#app/features/editor/browser/table/write-cells.ts';

function isInside(state: EditorState, names: string[]): boolean {
  let node = syntaxTree(state).resolveInner(state.selection.main.head, -1);
  for (; ; node = node.parent) {
    if (names.includes(node.name)) return true;
    if (!node.parent) return false;
  }
}

/** Tab belongs to the page, so that nobody is caught in the text; in a list or in code it moves the line. */
const inListOrCode =
  (command: Command): Command =>
  (view) =>
    (isInside(view.state, ['ListItem', 'FencedCode', 'CodeBlock']) || !view.state.selection.main.empty) &&
    command(view);

const linkSelection: Command = (view) => !view.state.selection.main.empty && insertLink(view);

/** From the line above or below, the arrow goes into a table's first or last row. */
const intoTable =
  (side: 'above' | 'below'): Command =>
  (view) => {
    const { state } = view;
    const { empty, head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const edge = side === 'below' ? line.to + 1 : line.from - 1;
    if (!empty || edge < 0 || edge > state.doc.length) return false;
    return enter(view, edge, side);
  };

function enter(view: EditorView, edge: number, side: 'above' | 'below'): boolean {
  let start: number | undefined;
  view.state.field(drawnBlocks, false)?.between(edge, edge, (from, _to, { spec }) => {
    if ('source' in spec.widget) start = from;
  });
  if (start === undefined) return false;
  const boxes = [...view.contentDOM.querySelectorAll<HTMLElement>('.cm-table')];
  const table = boxes.find((box) => view.posAtDOM(box) === start)?.firstElementChild as HTMLTableElement | undefined;
  const row = table?.rows[side === 'below' ? 0 : table.rows.length - 1];
  return moveTo(row?.cells[0] as HTMLTableCellElement | undefined);
}

const ownKeys: readonly KeyBinding[] = [
  { key: 'Mod-b', run: toggleInline('strong') },
  { key: 'Mod-i', run: toggleInline('emphasis') },
  { key: 'Mod-e', run: toggleInline('code') },
  { key: 'Mod-Shift-x', run: toggleInline('strike') },
  { key: 'Mod-k', run: linkSelection },
  { key: 'Mod-Alt-0', run: toggleBlock('paragraph') },
  { key: 'Mod-Alt-1', run: toggleBlock('h1') },
  { key: 'Mod-Alt-2', run: toggleBlock('h2') },
  { key: 'Mod-Alt-3', run: toggleBlock('h3') },
  { key: 'Mod-Shift-7', run: toggleBlock('numbers') },
  { key: 'Mod-Shift-8', run: toggleBlock('bullets') },
  { key: 'Mod-Shift-9', run: toggleBlock('tasks') },
  { key: 'Mod-Shift-.', run: toggleBlock('quote') },
  { key: 'Enter', run: leaveList },
  { key: 'Tab', run: inListOrCode(indentMore), shift: inListOrCode(indentLess) },
  { key: 'ArrowDown', run: intoTable('below') },
  { key: 'ArrowUp', run: intoTable('above') },
];

/** Behind those of Markdown, which continue lists and quotes. */
const basicKeys: readonly KeyBinding[] = [
  ...historyKeymap,
  ...searchKeymap,
  ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Mod-i' && key !== 'Mod-/'),
];

export const editorKeys = [Prec.highest(keymap.of([...ownKeys])), keymap.of([...basicKeys])];
