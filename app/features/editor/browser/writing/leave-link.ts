import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { enclosing } from '#app/features/editor/browser/writing/inline-styles.ts';

/** Enter in the address of a link or picture moves the cursor after it. A line break there would break the link. */
export const leaveLink: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const { from, text } = state.doc.lineAt(head);
  const isInAddress = /\]\([^()\s]*$/.test(text.slice(0, head - from));
  const rest = /^[^()\s]*\)/.exec(text.slice(head - from))?.[0];
  if (!empty || !isInAddress || rest === undefined) return false;
  const end = head + rest.length;
  const node = syntaxTree(state).resolveInner(end, -1);
  const link = node.name === 'LinkMark' ? node.parent : node;
  if (link?.to !== end || (link.name !== 'Link' && link.name !== 'Image')) return false;
  dispatch(state.update({ selection: { anchor: end }, userEvent: 'select', scrollIntoView: true }));
  return true;
};

/** Escape in the empty address of a link leaves its words only. */
export const dropEmptyLink: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const { from, text } = state.doc.lineAt(head);
  const words = /\[([^[\]]+)\]\($/.exec(text.slice(0, head - from));
  if (!empty || !words || text[head - from] !== ')') return false;
  const start = from + words.index;
  const insert = words[1] ?? '';
  const changes = { from: start, to: head + 1, insert };
  dispatch(state.update({ changes, selection: { anchor: start + insert.length }, userEvent: 'delete' }));
  return true;
};

/** Returns the address of the link around the selection or before the cursor. */
export function addressAt(state: EditorState): SyntaxNode | null {
  return enclosing(state, state.selection.main, 'Link')?.getChild('URL') ?? null;
}
