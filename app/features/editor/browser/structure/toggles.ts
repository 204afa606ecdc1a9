import { foldEffect, foldedRanges, syntaxTree, unfoldEffect } from '@codemirror/language';
import { type EditorState, StateField, type Text } from '@codemirror/state';
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

const OPENING = /^(<details(?: open(?:="")?)?>)[ \t]*(<summary>)(.*?)(<\/summary>)?[ \t]*$/i;
const OPENING_ALONE = /^<details(?: open(?:="")?)?>[ \t]*$/i;
const SUMMARY = /^[ \t]*(<summary>)(.*?)(<\/summary>)?[ \t]*$/i;
const CLOSING = /^<\/details>[ \t]*$/i;

type Begun = Pick<Toggle, 'from' | 'headTo' | 'summary'>;

function beginAt(doc: Text, number: number): Begun | null {
  const line = doc.line(number);
  const [, tag = '', mark = '', text = ''] = OPENING.exec(line.text) ?? [];
  if (tag) {
    const from = line.from + line.text.indexOf(mark, tag.length) + mark.length;
    return { from: line.from, headTo: line.to, summary: { from, to: from + text.length } };
  }
  if (!OPENING_ALONE.test(line.text) || number === doc.lines) return null;
  const next = doc.line(number + 1);
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
    for (let { number } = doc.lineAt(from); number <= doc.lineAt(end).number; number += 1) {
      const begun = beginAt(doc, number);
      if (begun) open.push(begun);
      const { text, to } = doc.line(number);
      const closed = CLOSING.test(text) ? open.pop() : undefined;
      if (closed) toggles.push({ ...closed, to });
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

export function isFolded(state: EditorState, { headTo }: Toggle): boolean {
  let found = false;
  foldedRanges(state).between(headTo, headTo, (from) => {
    found ||= from === headTo;
  });
  return found;
}

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
  const { headTo, summary } = toggle;
  const body = isFolded(state, toggle) ? '' : doc.sliceString(headTo, doc.lineAt(end).from).trimEnd();
  const anchor = body ? headTo + body.length : summary.to;
  dispatch(state.update({ selection: { anchor }, userEvent: 'select', scrollIntoView: true }));
  return true;
};

/** Backspace in the empty question of an empty toggle removes the toggle. */
export const dropEmptyToggle: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const toggle = togglesOf(state).find(({ summary }) => summary.from === head && summary.to === head);
  if (!empty || !toggle) return false;
  const { from, headTo, to } = toggle;
  if (state.sliceDoc(headTo, state.doc.lineAt(to).from).trim() !== '') return false;
  dispatch(state.update({ changes: { from, to }, userEvent: 'delete', scrollIntoView: true }));
  return true;
};

/** Enter in a summary moves the cursor into the content of the toggle. */
export const enterToggle: Command = (view) => {
  const { doc, selection } = view.state;
  const { empty, head } = selection.main;
  const toggle = togglesOf(view.state).find(({ summary, headTo }) => summary.from <= head && head <= headTo);
  if (!toggle || !empty) return false;
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
