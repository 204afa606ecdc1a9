import type { ChangeSpec, EditorState } from '@codemirror/state';
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
import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

/** Returns the blank line that parts the line of a position from a text directly above. */
function apart({ doc }: EditorState, at: number, quoted: number): ChangeSpec[] {
  const { from, number, text } = doc.lineAt(at);
  const isJoined = number > 1 && !isBlankLine(doc.line(number - 1));
  return isJoined ? [{ from, insert: `${text.slice(0, quoted).trimEnd()}\n` }] : [];
}

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
  const end = lineEnd(state, item);
  const below = item.getChild('BulletList') ?? item.getChild('OrderedList') ?? siblingOf(item, 1);
  const indent = /^[ \t]*/.exec(line.text.slice(quoted))?.[0].length ?? 0;
  const changes = state.changes([
    ...apart(state, line.from, quoted),
    ...shiftLines(state, { from: line.from, to: end }, -columnsOfItem(state, item).text),
    { from: line.from + quoted + indent, to: head },
    ...(below ? apart(state, below.from, quoted) : []),
    ...(item.parent.name === 'OrderedList' ? renumber(state, siblingsAfter(item), numberOf(state, item)) : []),
  ]);
  const anchor = changes.mapPos(head, 1);
  view.dispatch({ changes, selection: { anchor }, ...DELETION_STEP });
  return true;
};

const BLOCK = /^(?:Paragraph|(?:ATX|Setext)Heading\d|FencedCode|BlockMaths)$/;

/**
 * Backspace at the start of a further block of an item moves it one level out, with what follows it in the item. A blank
 * line keeps the next item one, and the numbers of the list go on.
 */
export const outdentBlock: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const block = empty ? textBlockAt(state, head, BLOCK) : null;
  const item = block?.parent;
  const line = state.doc.lineAt(head);
  if (block?.from !== head || item?.name !== 'ListItem' || item.from >= line.from) return false;
  const outer = item.parent?.parent;
  const column = outer?.name === 'ListItem' ? columnsOfItem(state, outer).text : 0;
  const quoted = quoteLength(line);
  const after = siblingsAfter(item);
  const changes = [
    ...apart(state, head, quoted),
    ...shiftLines(state, { from: line.from, to: lineEnd(state, item) }, column - columnsOfItem(state, item).text),
    ...(after[0] ? apart(state, after[0].from, quoted) : []),
    ...(item.parent?.name === 'OrderedList' ? renumber(state, after, numberOf(state, item) + 1) : []),
  ];
  dispatch(state.update({ changes, ...DELETION_STEP }));
  return true;
};
