import { EditorSelection, EditorState, type Line, Transaction } from '@codemirror/state';
import { placeBeside } from '#app/features/editor/browser/structure/place-caret.ts';
import { answerOf, isFolded, type Toggle, togglesOf } from '#app/features/editor/browser/structure/toggles.ts';

/** A move of the cursor to `to` on `line`. `before` is where it was, null for a click. */
type Move = { before: number | null; to: number; line: Line };

/** Home in a question moves to the start of its line, ← from its start moves into the tag before it. */
function beforeQuestion({ from, headTo, summary }: Toggle, { before, to, line }: Move): number {
  const isHome = to === line.from && line.to === headTo;
  const isBack = before === summary.from && !isHome;
  return isBack && from > 0 ? from - 1 : summary.from;
}

/** End in a question moves to the end of its line, → from its end moves into the tag behind it. */
function behindQuestion(state: EditorState, toggle: Toggle, { before, to }: Move): number {
  const { headTo, summary } = toggle;
  if (before !== summary.to || to === headTo) return summary.to;
  return isFolded(state, toggle) ? toggle.to + 1 : answerOf(state, toggle).from;
}

/** Returns where a move into a tag ends instead; null if it leads to none of the toggle. */
function outOfTag(state: EditorState, toggle: Toggle, move: Move): number | null {
  const { from, headTo, summary, to } = toggle;
  if (move.to < from || move.to > to) return null;
  if (move.to < summary.from) return beforeQuestion(toggle, move);
  if (move.to <= summary.to) return null;
  if (move.to <= headTo || isFolded(state, toggle)) return behindQuestion(state, toggle, move);
  if (move.line.to !== to) return null;
  const isDownwards = move.before !== null && move.before < move.line.from;
  return isDownwards ? to + 1 : answerOf(state, toggle).to;
}

/** Returns the end of a move into a tag by the first toggle that has one; null if it leads into no tag. */
function firstEnd(state: EditorState, toggles: readonly Toggle[], move: Move): number | null {
  for (const toggle of toggles) {
    const end = outOfTag(state, toggle, move);
    if (end !== null) return end;
  }
  return null;
}

/**
 * Returns where a move ends outside of the tags of all toggles, which may follow each other. A position beyond the text
 * stands for a new paragraph.
 */
function outOfTags(state: EditorState, move: Omit<Move, 'line'>): number {
  const toggles = togglesOf(state);
  let { before, to } = move;
  for (let left = 2 * toggles.length; left > 0; left -= 1) {
    const end = firstEnd(state, toggles, { before, to, line: state.doc.lineAt(Math.min(to, state.doc.length)) });
    if (end === null || end === to) break;
    if (before !== null) before = end > to ? end - 1 : end + 1;
    to = end;
  }
  return to;
}

/** Keeps the cursor out of the hidden tags of toggles, and selections within a question, too. */
export const besideTags = EditorState.transactionFilter.of((transaction) => {
  const { startState, newSelection, docChanged, selection } = transaction;
  const event = transaction.annotation(Transaction.userEvent);
  const isMove = selection !== undefined && !docChanged && (event === 'select' || event === 'select.pointer');
  if (!isMove || newSelection.ranges.length > 1 || togglesOf(startState).length === 0) return transaction;
  const { doc } = startState;
  const before = event === 'select' ? startState.selection.main.head : null;
  const { anchor, head, empty } = newSelection.main;
  if (!empty) {
    const isIn = (at: number, { from, headTo }: Toggle) => from <= at && at <= headTo;
    const toggle = togglesOf(startState).find((each) => isIn(anchor, each) && isIn(head, each));
    if (!toggle) return transaction;
    const within = (at: number) => Math.min(toggle.summary.to, Math.max(toggle.summary.from, at));
    return [transaction, { selection: EditorSelection.single(within(anchor), within(head)) }];
  }
  const to = outOfTags(startState, { before, to: head });
  if (to === head) return transaction;
  if (to <= doc.length) return [transaction, { selection: { anchor: to } }];
  const place = placeBeside(doc, { from: doc.length, to: doc.length }, 'below');
  return [transaction, { changes: place.changes, selection: { anchor: place.anchor } }];
});
