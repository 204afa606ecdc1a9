import { syntaxTree } from '@codemirror/language';
import type { Command } from '@codemirror/view';

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
