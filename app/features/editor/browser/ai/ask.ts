import { EditorView } from '@codemirror/view';
import { streamAnswer } from '#app/browser/stream-answer.ts';
import {
  type AiAction,
  type Suggestion,
  stopAi,
  suggest,
  suggestionIn,
} from '#app/features/editor/browser/ai/suggestion.ts';
import { isInSight, showBetweenBars } from '#app/features/editor/browser/cursor-in-view.ts';
import { untilUserActs } from '#app/features/editor/browser/user-acts.ts';

/** Inserts the answer into the text, replacing the source text or following it. One undo step. */
export function settle(view: EditorView, replaces: boolean): void {
  const suggestion = suggestionIn(view);
  if (!suggestion) return;
  const { from, to, text } = suggestion;
  const isInside = suggestion.action === 'continue' && from === to;
  const line = view.state.doc.lineAt(to);
  const below = { from: line.to, to: line.to, insert: `${line.text.trim() ? '\n\n' : ''}${text}` };
  const before = view.state.sliceDoc(Math.max(0, to - 1), to);
  const behind = {
    from: to,
    to,
    insert: `${/^$|\s/.test(before) || /^[\s\p{P}\p{Script=Han}]/u.test(text) ? '' : ' '}${text}`,
  };
  const change = replaces ? { from, to, insert: text } : isInside ? behind : below;
  view.dispatch({
    changes: change,
    selection: { anchor: change.from + change.insert.length },
    effects: suggest.of(null),
    userEvent: 'input.ai',
    scrollIntoView: true,
  });
  view.focus();
}

export function discard(view: EditorView): void {
  stopAi(view);
  view.dispatch({ effects: suggest.of(null) });
  view.focus();
}

export function retry(view: EditorView): void {
  const suggestion = suggestionIn(view);
  if (suggestion) void ask(view, { ...suggestion });
}

/** Requests an answer for the selection or, without one, for the text before the cursor. Streams it below that text. */
export function startAi(view: EditorView, docId: string, action: AiAction): void {
  const { from, to, head } = view.state.selection.main;
  const all = { from: 0, to: view.state.doc.length };
  const range = from < to ? { from, to } : action === 'continue' ? { from: head, to: head } : all;
  void ask(view, { ...range, action, docId });
}

const showPart = (view: EditorView, part: '.cm-ai' | '.cm-ai-bar') =>
  showBetweenBars(view, () => view.dom.querySelector(part)?.getBoundingClientRect() ?? null);

async function ask(view: EditorView, about: Pick<Suggestion, 'from' | 'to' | 'action' | 'docId'>): Promise<void> {
  stopAi(view);
  const { from, to, action, docId } = about;
  const stop = new AbortController();
  const begun: Suggestion = {
    from,
    to,
    action,
    docId,
    text: '',
    isOutdated: false,
    state: 'working',
    problem: '',
    stop,
  };
  const toEnd = isInSight(view, to) ? [] : [EditorView.scrollIntoView(to, { y: 'center' })];
  view.dispatch({ effects: [suggest.of(begun), ...toEnd] });
  showPart(view, '.cm-ai');
  const unmoved = untilUserActs();
  const change = (changes: Partial<Suggestion>) => {
    const suggestion = suggestionIn(view);
    if (suggestion?.stop === stop) view.dispatch({ effects: suggest.of({ ...suggestion, ...changes }) });
  };
  /** Shows the buttons of the ended answer, unless the person has moved on. A press of "Stop" was beside them. */
  const end = (changes: Partial<Suggestion>) => {
    change(changes);
    if (suggestionIn(view)?.stop === stop && (changes.state === 'stopped' || !unmoved.signal.aborted))
      showPart(view, '.cm-ai-bar');
    unmoved.abort();
  };
  const selection = from < to ? view.state.sliceDoc(from, to) : view.state.sliceDoc(0, to);
  let text = '';
  const onText = (piece: string) => {
    text += piece;
    change({ text });
  };
  try {
    const outcome = await streamAnswer({ docId, action, selection }, { signal: stop.signal, onText });
    if ('usage' in outcome) end({ state: 'done', cut: outcome.usage.cut });
    else end({ state: 'broken', problem: 'refused' in outcome ? outcome.refused : outcome.problem });
  } catch (error) {
    if (!stop.signal.aborted) console.error('The answer broke off:', error);
    end({ state: stop.signal.aborted ? 'stopped' : 'broken' });
  }
}
