import type { EditorState } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { textOf } from '#app/features/editor/browser/texts.ts';
import { shifting, shiftLines } from '#app/features/editor/browser/writing/indent-items.ts';
import { columnsOfItem, quoteLength } from '#app/features/editor/browser/writing/list-items.ts';
import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

const isList = ({ name }: SyntaxNode) => name === 'BulletList' || name === 'OrderedList';

/** Returns the paragraph at a cursor, and the first of its lines. */
function paragraphAt(state: EditorState) {
  const { empty, head } = state.selection.main;
  const node = empty ? textBlockAt(state, head, /^Paragraph$/) : null;
  return node && { node, first: state.doc.lineAt(node.from) };
}

/** Returns the adjacent block; the tree has quote marks between blocks. */
function blockBeside(block: SyntaxNode, side: 'prevSibling' | 'nextSibling'): SyntaxNode | null {
  let node = block[side];
  while (node?.name === 'QuoteMark') node = node[side];
  return node;
}

/** Returns the last item of a list, or of the list at its end. */
function lastItem(list: SyntaxNode): SyntaxNode | null {
  const item = list.getChildren('ListItem').at(-1) ?? null;
  return item?.lastChild && isList(item.lastChild) ? lastItem(item.lastChild) : item;
}

/**
 * Tab in a paragraph below a list makes it part of the last item; so it does with a line that is part of one anyway.
 */
export const indentParagraph: Command = ({ state, dispatch }) => {
  const { doc, selection } = state;
  const paragraph = paragraphAt(state);
  if (!paragraph) return false;
  const { node, first } = paragraph;
  const line = doc.lineAt(selection.main.head);
  const isLazy = node.parent?.name === 'ListItem' && line.number > first.number;
  const list = blockBeside(node, 'prevSibling');
  const isNear = list && isList(list) && doc.lineAt(list.to).number >= first.number - 2;
  const item = isLazy ? node.parent : isNear ? lastItem(list) : null;
  if (!item) return false;
  const { from, text } = isLazy ? line : first;
  const indent = /^[ \t]*/.exec(text.slice(quoteLength(line)))?.[0].length ?? 0;
  const columns = columnsOfItem(state, item).text - indent;
  if (columns <= 0) return false;
  dispatch(shifting(state, shiftLines(state, { from, to: isLazy ? line.to : node.to }, columns)));
  return true;
};

/** Shift+Tab in the last paragraph of a list takes it out, if it is not the first of its item. */
export const outdentParagraph: Command = ({ state, dispatch }) => {
  const { node, first } = paragraphAt(state) ?? {};
  const item = node?.parent;
  if (!node || !first || item?.name !== 'ListItem' || state.doc.lineAt(item.from).from === first.from) return false;
  for (let last: SyntaxNode = node; last.parent?.name.includes('List'); last = last.parent) {
    if (blockBeside(last, 'nextSibling')) return false;
  }
  const columns = columnsOfItem(state, item).text;
  dispatch(shifting(state, shiftLines(state, { from: first.from, to: node.to }, -columns)));
  return true;
};

/** Keeps the focus in the text, in which Tab is pressed out of habit, and tells how to leave it. */
export const holdTab: Command = (view) => {
  view.dispatch({ effects: EditorView.announce.of(textOf(view, 'editor.leaveText')) });
  return true;
};
