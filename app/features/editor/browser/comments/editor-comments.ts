import { type Extension, StateEffect } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { followEvents } from '#app/browser/events.ts';
import { request } from '#app/browser/request.ts';
import { passageOf } from '#app/features/editor/browser/comments/locate-passages.ts';
import {
  type CardOptions,
  closeCard,
  showCard,
  threadCard,
} from '#app/features/editor/browser/comments/thread-card.ts';
import { findLost, setThreads, threadAt, threads } from '#app/features/editor/browser/comments/thread-state.ts';
import { QUOTE_MAX } from '#app/schemas/limits.ts';
import type { ThreadEntry } from '#app/services/comments/list-threads.ts';
import { askBeforeLeaving } from '#app/ui/unsent-work.ts';

export type CommentsOptions = Omit<CardOptions, 'reload' | 'unsent'> & { view: EditorView; signal: AbortSignal };

/**
 * Marks the passages of open threads in the editor. A press on a mark shows its comments; Ctrl Alt M shows those at the
 * caret or comments on the selected words. Threads follow other people's changes until the signal aborts.
 */
export function startEditorComments({ view, signal, docId, rights, people }: CommentsOptions): void {
  const reload = async () => {
    const path = `/api/documents/${docId}/comments?state=open`;
    const found = await request<ThreadEntry[]>('GET', path, { signal, quiet: true });
    if (!signal.aborted) view.dispatch({ effects: setThreads.of(found) });
  };
  const load = () =>
    void reload().catch((error: unknown) => {
      if (!signal.aborted) console.warn('The editor shows no comments:', error);
    });
  const unsent = new Map<string, string>();
  const stopAsking = askBeforeLeaving(() => [...unsent.values()].some((text) => text.trim() !== ''));
  signal.addEventListener('abort', stopAsking);
  const card = threadCard({ docId, unsent, rights, people, reload });
  const closeOpen: Command = (editor) => {
    const isOpen = editor.state.field(card) !== null;
    if (isOpen) closeCard(editor);
    return isOpen;
  };
  const keys = keymap.of([
    { key: 'Mod-Alt-m', run: rights.write ? commentHere : showHere },
    { key: 'Escape', run: closeOpen },
  ]);
  view.dispatch({ effects: StateEffect.appendConfig.of([threads, card, pressed, keys, findingLost(signal)]) });
  load();
  const stop = followEvents((event) => {
    if (event.kind === 'connected' || (event.kind === 'comments' && event.data.id === docId)) load();
  });
  signal.addEventListener('abort', stop);
}

/** Pause in the changes of a text after which lost passages are searched, as undoing brings their words back. */
const FIND_LOST_MS = 300;
/** Longer texts are searched only when threads are loaded. */
const SEARCHED_MAX = 200_000;

function findingLost(signal: AbortSignal): Extension {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return EditorView.updateListener.of(({ docChanged, state, view }) => {
    if (!docChanged || state.field(threads).entries.length === 0 || state.doc.length > SEARCHED_MAX) return;
    clearTimeout(timer);
    timer = setTimeout(() => view.dispatch({ effects: findLost.of(null) }), FIND_LOST_MS);
  });
}

/** Shows the form for a comment on the selected words. Returns false without a selection or if it is too long. */
export const commentOnSelection: Command = (view) => {
  const { from, to, empty } = view.state.selection.main;
  if (empty) return false;
  const passage = passageOf(view.state.doc.toString(), { from, to });
  if (passage.quote === '' || passage.quote.length > QUOTE_MAX) return false;
  view.dispatch({ effects: showCard.of({ pos: to, passage }), selection: { anchor: to } });
  return true;
};

const showHere: Command = (view) => {
  const { head } = view.state.selection.main;
  const threadId = threadAt(view.state, head);
  if (threadId !== null) view.dispatch({ effects: showCard.of({ pos: head, threadId }) });
  return threadId !== null;
};

const commentHere: Command = (view) => commentOnSelection(view) || showHere(view);

/** Handles the release instead of a click: pressing redraws the line, so that a click would not target the mark. */
const pressed = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (event.button !== 0 || !(event.target as Element).closest('.cm-passage')) return false;
    const onRelease = () => {
      if (view.state.selection.main.empty) showHere(view);
    };
    addEventListener('mouseup', () => setTimeout(onRelease), { once: true });
    return false;
  },
});
