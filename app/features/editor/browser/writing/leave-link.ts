import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { enclosing } from '#app/features/editor/browser/writing/inline-styles.ts';

/** Time for parsing up to the end of the link. */
const PARSE_MS = 50;

/**
 * Enter in the address of a link or picture moves the cursor after it. A line break there would break the link, as
 * spaces do: outer ones are removed, inner ones encoded.
 */
export const leaveLink: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const { from, text } = state.doc.lineAt(head);
  const before = /\]\(([^()]*)$/.exec(text.slice(0, head - from))?.[1];
  const after = /^([^()]*)\)/.exec(text.slice(head - from))?.[1];
  if (!empty || before === undefined || after === undefined) return false;
  const [start, end] = [head - before.length, head + after.length];
  const typed = before + after;
  // A title follows the address after a space.
  const insert = /\s/.test(typed) && !/["'<>]/.test(typed) ? typed.trim().replace(/\s/g, '%20') : typed;
  const changed = state.update({
    changes: insert === typed ? [] : { from: start, to: end, insert },
    selection: { anchor: start + insert.length + 1 },
    userEvent: insert === typed ? 'select' : 'input',
    scrollIntoView: true,
  });
  if (!endsLink(changed.state)) return false;
  dispatch(changed);
  return true;
};

/** Returns true if a link or picture ends at the cursor. */
function endsLink(state: EditorState): boolean {
  const { head } = state.selection.main;
  const tree = ensureSyntaxTree(state, head, PARSE_MS) ?? syntaxTree(state);
  const node = tree.resolveInner(head, -1);
  const link = node.name === 'LinkMark' ? node.parent : node;
  return link?.to === head && (link.name === 'Link' || link.name === 'Image');
}

/** Escape in the empty address of a link or picture leaves its words only. */
export const dropEmptyLink: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const { from, text } = state.doc.lineAt(head);
  const words = /!?\[([^[\]]+)\]\($/.exec(text.slice(0, head - from));
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
