import { syntaxTree } from '@codemirror/language';
import type { Text } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { atOneCursor } from '#app/features/editor/browser/at-one-cursor.ts';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';

const OPENING = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,}|\$\$)([^`]*)$/;

/**
 * Tests for an unpaired fence in the lines from `first` on. If there is one, it closes the fence above; otherwise the
 * fence above is new and would extend to the end of the text.
 */
function leavesOpen(doc: Text, first: number, mark: string): boolean {
  const character = mark.charAt(0);
  let open = 0;
  for (let number = first; number <= doc.lines; number += 1) {
    const run = /^[ \t>]*([`~$]+)(.*)$/.exec(doc.line(number).text);
    const marks = run?.[1] ?? '';
    if (!marks.startsWith(character) || marks.length < mark.length) continue;
    const isBare = run?.[2]?.trim() === '';
    if (open > 0 && isBare && marks.length >= open) open = 0;
    else if (open === 0) open = marks.length;
  }
  return open > 0;
}

/** Enter at the end of an opening fence inserts the closing one, unless it exists. */
export const closeFence: Command = (view) => {
  const { state } = view;
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const [, prefix = '', mark = '', info = ''] = OPENING.exec(line.text) ?? [];
  if (!empty || head !== line.to || mark === '' || (mark === '$$' && info.trim() !== '')) return false;
  const node = syntaxTree(state).resolveInner(line.from + prefix.length, 1);
  const block = node.name === 'CodeMark' || node.name === 'MathsMark' ? node.parent : node;
  const isOpening = block !== null && state.doc.lineAt(block.from).from === line.from;
  if (!isOpening || leavesOpen(state.doc, line.number + 1, mark)) return false;
  // Blanks in place of list marks keep the code in its item.
  const insert = `\n${prefix.replace(/[^>\t]/g, ' ')}`;
  view.dispatch({
    changes: { from: head, insert: `${insert}${insert}${mark}` },
    selection: { anchor: head + insert.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  return true;
};

/** A closing mark typed on the line before the closing one replaces it, which would open another fence otherwise. */
export const typeOverFence = EditorView.inputHandler.of(
  atOneCursor((view, from, to, text) => {
    if (!/^[`~$]+$/.test(text) || from !== to) return false;
    const { state } = view;
    const line = state.doc.lineAt(from);
    const fence = blocksNear(state, from, from).find(({ inner }) => {
      return inner !== null && inner.closingFrom === line.to + 1 && inner.openingTo < line.from;
    });
    if (!fence || from !== line.to || line.text + text !== state.sliceDoc(line.to + 1, fence.to).trimEnd())
      return false;
    view.dispatch({
      changes: { from, to: fence.to, insert: text },
      selection: { anchor: from + text.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  }),
);
