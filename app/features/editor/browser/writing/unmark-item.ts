import type { ChangeSpec } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { DELETION_STEP } from '#app/features/editor/browser/writing/deletion-step.ts';
import {
  numberOf,
  outdentItems,
  renumber,
  shiftLines,
  siblingsAfter,
} from '#app/features/editor/browser/writing/indent-items.ts';
import {
  columnsOfItem,
  isBlankLine,
  itemAt,
  lineEnd,
  quoteLength,
  siblingOf,
  textStart,
} from '#app/features/editor/browser/writing/list-items.ts';

/**
 * Backspace at the start of an item's text moves a nested item one level out and makes an outer one a paragraph of its
 * own. Its children move out with it, and the numbers of the list go on.
 */
export const unmarkItem: Command = (view) => {
  const { state } = view;
  const { doc, selection } = state;
  const { empty, head } = selection.main;
  const line = doc.lineAt(head);
  const item = empty && head === textStart(line) ? itemAt(state, head) : null;
  if (!item?.parent || doc.lineAt(item.from).from !== line.from) return false;
  if (item.parent.parent?.name === 'ListItem') return outdentItems(view);
  const quoted = quoteLength(line);
  const blankLine = `${line.text.slice(0, quoted).trimEnd()}\n`;
  const end = lineEnd(state, item);
  const isJoined = (at: number) => {
    const { number } = doc.lineAt(at);
    return number > 1 && !isBlankLine(doc.line(number - 1));
  };
  const apart = (at: number): ChangeSpec[] => (isJoined(at) ? [{ from: doc.lineAt(at).from, insert: blankLine }] : []);
  const below = item.getChild('BulletList') ?? item.getChild('OrderedList') ?? siblingOf(item, 1);
  const indent = /^[ \t]*/.exec(line.text.slice(quoted))?.[0].length ?? 0;
  const changes = state.changes([
    ...apart(line.from),
    ...shiftLines(state, { from: line.from, to: end }, -columnsOfItem(state, item).text),
    { from: line.from + quoted + indent, to: head },
    ...(below ? apart(below.from) : []),
    ...(item.parent.name === 'OrderedList' ? renumber(state, siblingsAfter(item), numberOf(state, item)) : []),
  ]);
  const anchor = changes.mapPos(head, 1);
  view.dispatch({ changes, selection: { anchor }, ...DELETION_STEP });
  return true;
};
