import { foldEffect, foldedRanges, syntaxTree, unfoldEffect } from '@codemirror/language';
import { type EditorState, type Line, StateField, type Text } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { topBlocks } from '#app/features/editor/browser/structure/top-blocks.ts';

/** A `<details>` with its summary on the first line. `from`…`to` are whole lines. */
export type Toggle = {
  from: number;
  to: number;
  /** End of the summary's line. */
  headTo: number;
  /** Range of the summary's text without its tags. */
  summary: { from: number; to: number };
};

const TAG = /^<details/i;
const OPENING = /^(<details(?: open(?:="")?)?>)[ \t]*(<summary>)(.*?)(<\/summary>)?[ \t]*$/i;
const OPENING_ALONE = /^<details(?: open(?:="")?)?>[ \t]*$/i;
const SUMMARY = /^[ \t]*(<summary>)(.*?)(<\/summary>)?[ \t]*$/i;
const CLOSING = /^<\/details>[ \t]*$/i;

type Begun = Pick<Toggle, 'from' | 'headTo' | 'summary'>;

function beginAt(doc: Text, line: Line): Begun | null {
  const [, tag = '', mark = '', text = ''] = OPENING.exec(line.text) ?? [];
  if (tag) {
    const from = line.from + line.text.indexOf(mark, tag.length) + mark.length;
    return { from: line.from, headTo: line.to, summary: { from, to: from + text.length } };
  }
  if (!OPENING_ALONE.test(line.text) || line.number === doc.lines) return null;
  const next = doc.line(line.number + 1);
  const [, opening = '', words = ''] = SUMMARY.exec(next.text) ?? [];
  if (!opening) return null;
  const from = next.from + next.text.indexOf(opening) + opening.length;
  return { from: line.from, headTo: next.to, summary: { from, to: from + words.length } };
}

/** Returns the toggles of a text in ascending order. Each tag must begin a line; tags in code are ignored. */
function findToggles(state: EditorState): Toggle[] {
  const { doc } = state;
  const toggles: Toggle[] = [];
  const open: Begun[] = [];
  for (const { name, from, to: end } of topBlocks(syntaxTree(state))) {
    if (name !== 'HTMLBlock') continue;
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      const { text, to } = line;
      const begun = TAG.test(text) ? beginAt(doc, line) : null;
      if (begun) open.push(begun);
      const closed = CLOSING.test(text) ? open.pop() : undefined;
      if (closed) toggles.push({ ...closed, to });
      if (to >= end) break;
    }
  }
  return toggles.sort((a, b) => a.from - b.from);
}

export const toggleField = StateField.define<readonly Toggle[]>({
  create: findToggles,
  update(toggles, { docChanged, state, startState }) {
    return docChanged || syntaxTree(state) !== syntaxTree(startState) ? findToggles(state) : toggles;
  },
});

export const togglesOf = (state: EditorState): readonly Toggle[] => state.field(toggleField, false) ?? [];

/** Returns the text of the question on a line, without its tags. */
export const questionOn = (state: EditorState, { to }: { to: number }): Toggle['summary'] | undefined =>
  togglesOf(state).find(({ headTo }) => headTo === to)?.summary;

export function isFolded(state: EditorState, { headTo }: Toggle): boolean {
  let found = false;
  foldedRanges(state).between(headTo, headTo, (from) => {
    found ||= from === headTo;
  });
  return found;
}

/** Returns the start of the closing tag. */
const closingFrom = ({ doc }: EditorState, { to }: Toggle): number => doc.lineAt(to).from;

/**
 * Returns the range in which a cursor moves in the answer of a toggle: from its first line to the end of its text. One
 * blank line below the question is not its first line. Of a folded toggle, or one without text, it ends with the
 * question.
 */
export function answerOf(state: EditorState, toggle: Toggle): { from: number; to: number } {
  const { doc } = state;
  const { headTo, summary } = toggle;
  const closing = closingFrom(state, toggle);
  const first = doc.lineAt(Math.min(headTo + 1, closing));
  const isGap = first.text.trim() === '' && first.to + 1 < closing;
  const text = isFolded(state, toggle) ? '' : doc.sliceString(headTo, closing).trimEnd();
  return { from: isGap ? first.to + 1 : first.from, to: text ? headTo + text.length : summary.to };
}

/** Tests whether a selection is in a tag around a question or takes a part of one. */
export const touchesTags = ({ selection }: EditorState, { from, headTo, summary }: Toggle): boolean =>
  selection.ranges.some((range) => {
    const isIn = range.from >= summary.from && range.to <= summary.to;
    return !isIn && range.from <= headTo && range.to >= from;
  });

/** Folds or unfolds a toggle. A cursor inside moves to the end of its summary. */
export function turnToggle(view: EditorView, toggle: Toggle): void {
  const { state } = view;
  const range = { from: toggle.headTo, to: toggle.to };
  const { head } = state.selection.main;
  const isInside = head > range.from && head <= range.to;
  view.dispatch({
    effects: (isFolded(state, toggle) ? unfoldEffect : foldEffect).of(range),
    ...(isInside ? { selection: { anchor: toggle.summary.to } } : {}),
  });
}

/**
 * Backspace below a line with tags moves the cursor to the end of the text above: the blank line between them stays, as
 * HTML goes on to the next one.
 */
export const stepOverTag: Command = ({ state, dispatch }) => {
  const { doc, selection } = state;
  const { empty, head } = selection.main;
  const { from, text } = doc.lineAt(head);
  const end = from - 2;
  const toggle = togglesOf(state).find(({ headTo, to }) => headTo === end || to === end);
  if (!empty || head !== from || text === '' || !toggle) return false;
  const anchor = end === toggle.headTo ? toggle.summary.to : answerOf(state, toggle).to;
  dispatch(state.update({ selection: { anchor }, userEvent: 'select', scrollIntoView: true }));
  return true;
};

/**
 * Backspace at the start of a question removes the tags: it becomes a paragraph, and an empty toggle goes as a whole.
 * An emptied question of an answer stays for its next words.
 */
export const unwrapToggle: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const toggle = togglesOf(state).find(({ summary }) => summary.from === head);
  if (!empty || !toggle) return false;
  const { from, headTo, summary, to } = toggle;
  const answer = state.sliceDoc(headTo, closingFrom(state, toggle)).trimEnd();
  if (summary.from === summary.to && answer !== '') return false;
  const isApart = answer === '' || /^\n[ \t]*\n/.test(answer);
  const changes = [
    { from, to: summary.from },
    { from: summary.to, to: headTo, insert: isApart ? '' : '\n' },
    { from: headTo + answer.length, to },
  ];
  // Not 'delete', which keeps tags.
  dispatch(state.update({ changes, userEvent: 'input.unwrap', scrollIntoView: true }));
  return true;
};

/** Enter in a summary moves the cursor into the content of the toggle; at the start of its text, the toggle down. */
export const enterToggle: Command = (view) => {
  const { doc, selection } = view.state;
  const { empty, head } = selection.main;
  const toggle = togglesOf(view.state).find(({ summary, headTo }) => summary.from <= head && head <= headTo);
  if (!toggle || !empty) return false;
  if (head === toggle.summary.from && head < toggle.summary.to) {
    view.dispatch({ changes: { from: toggle.from, insert: '\n\n' }, userEvent: 'input', scrollIntoView: true });
    return true;
  }
  const isBlank = (number: number) => number <= doc.lines && doc.line(number).text.trim() === '';
  const { number } = doc.lineAt(toggle.headTo);
  const isOpen = isBlank(number + 1) && isBlank(number + 2);
  const insert = isOpen ? '' : isBlank(number + 1) ? '\n\n' : '\n\n\n';
  view.dispatch({
    changes: { from: toggle.headTo, insert },
    selection: { anchor: toggle.headTo + 2 },
    effects: isFolded(view.state, toggle) ? unfoldEffect.of({ from: toggle.headTo, to: toggle.to }) : [],
    userEvent: 'input',
    scrollIntoView: true,
  });
  return true;
};
