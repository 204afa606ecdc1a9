import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { DraftKeeper, type KeptDraft, type WrittenOf } from '#app/browser/drafts.ts';
import { addFlush } from '#app/browser/flush-unsent.ts';
import { stopAi } from '#app/features/editor/browser/ai/suggestion.ts';
import { Autosave } from '#app/features/editor/browser/autosave.ts';
import type { SaveState } from '#app/features/editor/browser/autosave-options.ts';
import { keepApart, prepareFor } from '#app/features/editor/browser/background/background.ts';
import { createView } from '#app/features/editor/browser/create-view.ts';
import { placeFirstFocus } from '#app/features/editor/browser/first-focus.ts';
import { leaveTitleByKeys } from '#app/features/editor/browser/leave-title.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { placeFromBeside } from '#app/features/editor/browser/structure/pointing.ts';
import { stopUploads } from '#app/features/editor/browser/upload/send-files.ts';
import { isUploading } from '#app/features/editor/browser/upload/uploads.ts';
import { asString, asText, type Written } from '#app/features/editor/browser/written.ts';
import { type FormFields, WrittenForm } from '#app/features/editor/browser/written-form.ts';
import { askBeforeLeaving } from '#app/ui/unsent-work.ts';

type Options = {
  parent: HTMLElement;
  fields: FormFields;
  docId: string;
  userId: string;
  version: number;
  /** The saved values; the fields may already differ. */
  base: WrittenOf<string>;
  hasAi: boolean;
  hasPictureProxy: boolean;
  people: KnownPeople;
  canComment: boolean;
  t: (key: string, values?: Record<string, string>) => string;
  chooseFiles: () => void;
  onState: (state: SaveState, message?: string) => void;
};
/** Merges the drafts of ended sessions by letters. Those it cannot merge stay. */
export type LiveMerge = (drafts: readonly KeptDraft[]) => Promise<void>;
export type OpenEditor = {
  view: EditorView;
  autosave: Autosave;
  drafts: DraftKeeper<Text> | null;
  /** Merges newer title, icon and text below the edits of the text they come from. */
  merge: (from: Written, newer: Written) => void;
  /** Replaces title, icon and text, like an edit of the user. */
  write: (written: WrittenOf<string>) => void;
  /** Resolves once the editor knows the live state of its document; never where WebSockets are blocked. */
  live: PromiseWithResolvers<LiveMerge>;
  /** Registers a listener for changes of text, selection or view. Returns an unsubscribe function. */
  watch: (listener: () => void) => () => void;
  /** Resolves to true if text was saved that the next page may not show yet. */
  close: () => Promise<boolean>;
};

function keepDrafts(userId: string, docId: string, version: number): DraftKeeper<Text> | null {
  try {
    return new DraftKeeper(userId, docId, { version, put: keepApart, asString });
  } catch (error) {
    // Some private windows provide no storage.
    console.warn('This browser keeps no drafts:', (error as Error).name);
    return null;
  }
}

/** Saves unsent text on each event by which browsers announce that a page ends. */
function watchLeaving(autosave: Autosave, signal: AbortSignal): void {
  addEventListener('pagehide', () => autosave.leave(), { signal });
  // A mobile browser may end a hidden page without another event.
  document.addEventListener('visibilitychange', () => document.hidden && autosave.keepNow(), { signal });
  // Confirm leaving only if no draft could be kept, or if a reload would end at the browser's page of errors.
  const isSafe = () => autosave.keepNow() && navigator.onLine && autosave.state !== 'offline';
  addEventListener('beforeunload', (event) => isSafe() || event.preventDefault(), { signal });
}

/** Saves what the form's fields receive besides the editor, and gives them the text when they are sent. */
function listenToForm(fields: FormFields, written: WrittenForm, autosave: Autosave, signal: AbortSignal): void {
  const { form, title, icon, content, baseVersion } = fields;
  for (const input of [title, icon]) input.addEventListener('input', () => autosave.changed(), { signal });
  content.addEventListener('input', () => written.takeField(), { signal });
  // Fields are filled at submit instead of at every keystroke.
  const onSubmit = () => {
    written.fillField();
    baseVersion.value = String(autosave.known.version);
  };
  form.addEventListener('submit', onSubmit, { signal, capture: true });
  form.addEventListener('keydown', (event) => saveByKeys(event, autosave), { signal });
  // Browsers would bring back fields of an older version. Unsaved text comes back as a draft.
  form.autocomplete = 'off';
}

/** Saves at Ctrl+S or ⌘S, instead of the browser's dialog. */
function saveByKeys(event: KeyboardEvent, autosave: Autosave): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  void autosave.flush();
}

/** Saves the values of a form that came back different from what is stored, maybe with those of an older version. */
function saveRestored({ fields, base, version }: Options, autosave: Autosave): void {
  const { title, icon, content, baseVersion } = fields;
  if (content.value === base.content && title.value === base.title && icon.value === (base.icon ?? '')) return;
  const from = Number(baseVersion.value) || version;
  if (from < version) autosave.beginFrom(from, null);
  else autosave.changed();
}

/** Replaces the form's text field with the editor, keeps its current text and saves edits. */
export function openEditor(options: Options): OpenEditor {
  const { parent, fields, docId, userId, version, base, t, onState } = options;
  const listening = new AbortController();
  const { signal } = listening;
  const listeners = new Set<() => void>();
  const text = fields.content.value;
  const view = createView({
    ...options,
    text,
    onUpdate: ({ docChanged, changes }) => {
      for (const listener of listeners) listener();
      if (!docChanged) return;
      written.changed(changes);
      autosave.changed();
    },
  });
  const untitled = t('document.untitled');
  const written = new WrittenForm(fields, view, untitled);
  const drafts = keepDrafts(userId, docId, version);
  prepareFor(text);
  const autosave = new Autosave({
    docId,
    // Shares its parts with the editor's text.
    base: { ...base, content: base.content === text ? view.state.doc : asText(base.content), version },
    drafts,
    read: () => written.read(),
    onSend: () => written.sent(),
    adopt: (sent, merged) => written.adopt(sent, merged),
    merge: (from, newer) => written.merge(from, newer),
    onState: (state, message) => {
      if (state === 'saved') written.fillFieldAtRest();
      onState(state, message);
    },
  });
  listenToForm(fields, written, autosave, signal);
  leaveTitleByKeys(fields.title, () => view.focus(), signal);
  watchLeaving(autosave, signal);
  saveRestored(options, autosave);
  // Stop the event: validating the form on every keystroke would read the whole text.
  parent.addEventListener('input', (event) => event.stopPropagation(), { signal });
  placeFirstFocus(view, fields, version === 1 && text === '' && fields.title.value === untitled);
  placeFromBeside(view, signal);
  const removeSender = addFlush(() => autosave.flush({ autosave: true }));
  const stopAsking = askBeforeLeaving(() => isUploading(view));
  return {
    view,
    autosave,
    drafts,
    live: Promise.withResolvers<LiveMerge>(),
    merge: (from, newer) => written.merge(from, newer),
    write: (replacement) => written.write(replacement),
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      listening.abort();
      stopAsking();
      stopUploads(view);
      stopAi(view);
      written.close();
      removeSender();
      const isSent = autosave.stop().finally(() => drafts?.end());
      view.destroy();
      return isSent;
    },
  };
}
