import type { EditorView } from '@codemirror/view';
import { insertBlock, insertLink, toggleBlock } from '#app/features/editor/browser/commands.ts';
import { insertTable } from '#app/features/editor/browser/table/enter-table.ts';
import type { BlockStyle } from '#app/features/editor/browser/writing/styled-lines.ts';

export type Insertion = {
  /** Key of `editor.insert` in the locale files. */
  name: string;
  icon: string;
  run: (view: EditorView) => void;
};

const block = (text: string, cursor?: number) => (view: EditorView) => insertBlock(view, text, cursor);
const style = (name: BlockStyle) => (view: EditorView) => void toggleBlock(name)(view);
const alert = (kind: string): Insertion => ({
  name: kind,
  icon: 'callout',
  run: block(`> [!${kind.toUpperCase()}]\n> `),
});

const TOGGLE = '<details><summary>';

/** Insertions of the slash menu and the toolbar's plus button. */
export const INSERTIONS: readonly Insertion[] = [
  { name: 'h1', icon: 'heading-1', run: style('h1') },
  { name: 'h2', icon: 'heading-2', run: style('h2') },
  { name: 'h3', icon: 'heading-3', run: style('h3') },
  { name: 'bullets', icon: 'list', run: style('bullets') },
  { name: 'numbers', icon: 'list-ordered', run: style('numbers') },
  { name: 'tasks', icon: 'list-checks', run: style('tasks') },
  { name: 'quote', icon: 'quote', run: style('quote') },
  { name: 'code', icon: 'code', run: block('```\n\n```', 4) },
  { name: 'table', icon: 'table', run: (view) => insertTable(view, '|  |  |  |\n| --- | --- | --- |\n|  |  |  |') },
  { name: 'rule', icon: 'minus', run: block('---\n') },
  {
    name: 'toggle',
    icon: 'toggle',
    run: block(`${TOGGLE}</summary>\n\n\n\n</details>\n\n`, TOGGLE.length),
  },
  { name: 'maths', icon: 'sigma', run: block('$$\n\n$$', 3) },
  { name: 'link', icon: 'link', run: (view) => void insertLink(view) },
  alert('note'),
  alert('tip'),
  alert('important'),
  alert('warning'),
  alert('caution'),
];
