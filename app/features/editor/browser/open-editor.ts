import { type Annotation, ChangeSet, type Text, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { DraftKeeper, type KeptDraft, type WrittenOf } from '#app/browser/drafts.ts';
import { addFlush } from '#app/browser/flush-unsent.ts';
import { Autosave } from '#app/features/editor/browser/autosave.ts';
import type { SaveState } from '#app/features/editor/browser/autosave-options.ts';
import { keepApart, prepareFor } from '#app/features/editor/browser/background/background.ts';
import { createView } from '#app/features/editor/browser/create-view.ts';
import { IdleTimer } from '#app/features/editor/browser/idle-timer.ts';
import { leaveTitleByKeys } from '#app/features/editor/browser/leave-title.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { mergeWritten } from '#app/features/editor/browser/merge-letters.ts';
import { changesBetween } from '#app/features/editor/browser/merge-remote.ts';
import { placeFromBeside } from '#app/features/editor/browser/structure/pointing.ts';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';
import { stopUploads } from '#app/features/editor/browser/upload/send-files.ts';
import { isUploading } from '#app/features/editor/browser/upload/uploads.ts';
import { asString, asText, type Written, withString } from '#app/features/editor/browser/written.ts';
import { oneLine } from '#app/schemas/one-line.ts';
import { setValue } from '#app/ui/fit-height.ts';
import { askBeforeLeaving } from '#app/ui/unsent-work.ts';

/** Idle time before the hidden field is filled, which takes browsers about 50 ms for a text of 1.4 MB. */
const AT_REST = { afterMs: 1000, withinMs: 2000 };

/** Form fields behind the editor. The form still submits them. */
export type FormFields = {
  form: HTMLFormElement;
  title: HTMLTextAreaElement;
  icon: HTMLInputElement;
  content: HTMLTextAreaElement;
  baseVersion: HTMLInputElement;
};
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

/** Replaces the form's text field with the editor, keeps its current text and saves edits. */
export function openEditor(options: Options): OpenEditor {
  const { parent, fields, docId, userId, version, base, t, onState } = options;
  const { form, title, icon, content, baseVersion } = fields;
  const listening = new AbortController();
  /** Edits since the text was last sent. Remote changes are merged below them. */
  let sinceSent: ChangeSet | null = null;
  const text = content.value;
  const listeners = new Set<() => void>();
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  /** Copies the saved text to the form's field, as browsers may restore fields. */
  const mirror = new IdleTimer();
  const view = createView({
    ...options,
    text,
    onUpdate: ({ docChanged, changes }) => {
      for (const listener of listeners) listener();
      if (!docChanged) return;
      mirror.cancel();
      sinceSent = sinceSent?.compose(changes) ?? null;
      autosave.changed();
    },
  });
  const read = (): Written => ({
    title: oneLine(title.value).trim() || t('document.untitled'),
    icon: icon.value.trim() || null,
    content: view.state.doc,
  });
  const onSend = () => {
    sinceSent = ChangeSet.empty(view.state.doc.length);
  };
  const drafts = keepDrafts(userId, docId, version);
  prepareFor(text);
  const autosave = new Autosave({
    docId,
    // Shares its parts with the editor's text.
    base: { ...base, content: base.content === text ? view.state.doc : asText(base.content), version },
    drafts,
    read,
    onSend,
    adopt,
    merge,
    onState: tell,
  });

  function fillField(): void {
    mirror.cancel();
    content.value = view.state.doc.toString();
  }

  function tell(state: SaveState, message?: string): void {
    if (state === 'saved') mirror.start(fillField, AT_REST);
    onState(state, message);
  }

  function adopt(sent: Written, merged: Written): void {
    if (merged.title !== sent.title && title.value.trim() === sent.title) setValue(title, merged.title);
    if (merged.icon !== sent.icon && (icon.value.trim() || null) === sent.icon) icon.value = merged.icon ?? '';
    const changes = changesBetween(asString(sent.content), asString(merged.content));
    const beneath = sinceSent ? changes.map(sinceSent) : changes;
    view.dispatch({ changes: beneath, annotations: Transaction.addToHistory.of(false) });
  }

  function merge(from: Written, newer: Written): void {
    show(mergeWritten(withString(from), withString(read()), withString(newer)), [Transaction.addToHistory.of(false)]);
  }

  function show(written: WrittenOf<string>, annotations: Annotation<unknown>[]): void {
    if (written.title !== title.value.trim()) setValue(title, written.title);
    icon.value = written.icon ?? '';
    view.dispatch({ changes: changesBetween(view.state.doc.toString(), written.content), annotations });
  }

  function write(written: WrittenOf<string>): void {
    show(written, [Transaction.userEvent.of('input.draft')]);
    // A shared title follows the events of its field.
    title.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const on = { signal: listening.signal };
  for (const input of [title, icon]) input.addEventListener('input', () => autosave.changed(), on);
  // Fields are filled at submit instead of at every keystroke.
  form.addEventListener(
    'submit',
    () => {
      fillField();
      baseVersion.value = String(autosave.known.version);
    },
    { ...on, capture: true },
  );
  leaveTitleByKeys(title, () => view.focus(), listening.signal);
  // Prevent the browser's save dialog on Ctrl+S or ⌘S.
  form.addEventListener(
    'keydown',
    (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's')
        return;
      event.preventDefault();
      void autosave.flush();
    },
    on,
  );
  // A script, such as a browser extension, may write into the field behind the editor.
  content.addEventListener(
    'input',
    () => {
      view.dispatch({ changes: changesBetween(view.state.doc.toString(), content.value), userEvent: 'input' });
    },
    on,
  );
  // Browsers would bring back fields of an older version. Unsaved text comes back as a draft.
  form.autocomplete = 'off';
  watchLeaving(autosave, listening.signal);
  // The form may have come back with a text of an older version.
  const from = Number(baseVersion.value) || version;
  if (text !== base.content || title.value !== base.title || icon.value !== (base.icon ?? '')) {
    if (from < version) autosave.beginFrom(from, null);
    else autosave.changed();
  }
  // Stop the event: validating the form on every keystroke would read the whole text.
  parent.addEventListener('input', (event) => event.stopPropagation(), on);
  const hadFocus = document.activeElement === content;
  const { selectionStart, selectionEnd } = content;
  const { activeElement } = document;
  // After a navigation, the page's heading has the focus.
  const isFree = activeElement === document.body || activeElement?.matches('#main, main h1');
  // Focus the title of a new untitled document, unless the user is already typing.
  const isUnnamed = version === 1 && text === '' && title.value === t('document.untitled');
  // A row of the tree keeps the focus when its document is made. Its field for another title is an `input`.
  const isOnRow = Boolean(activeElement?.closest('[role="tree"]')) && !activeElement?.matches('input');
  if ((isFree || isOnRow) && isUnnamed) {
    title.focus();
    title.select();
  } else if (hadFocus || isFree) {
    view.focus();
    selectRange(view, hadFocus ? { anchor: selectionStart, head: selectionEnd } : { anchor: 0 });
  }
  placeFromBeside(view, listening.signal);
  const removeSender = addFlush(() => autosave.flush({ autosave: true }));
  const stopAsking = askBeforeLeaving(() => isUploading(view));
  const close = () => {
    listening.abort();
    stopAsking();
    stopUploads(view);
    mirror.cancel();
    removeSender();
    const isSent = autosave.stop().finally(() => drafts?.end());
    view.destroy();
    return isSent;
  };
  return { view, autosave, drafts, live: Promise.withResolvers<LiveMerge>(), merge, write, watch, close };
}
