import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useNavigationType, useRevalidator } from 'react-router';
import { reloadWhenConnected } from '#app/browser/reload-when-connected.ts';
import type { SaveState } from '#app/features/editor/browser/autosave-options.ts';
import type { CommentsOptions } from '#app/features/editor/browser/comments/editor-comments.ts';
import { followKeyboard } from '#app/features/editor/browser/cursor-in-view.ts';
import { keepCursor, openAtKeptCursor } from '#app/features/editor/browser/kept-cursor.ts';
import type { LiveConnection, LiveOptions } from '#app/features/editor/browser/live/live-connection.ts';
import type { LiveEditorProps } from '#app/features/editor/browser/live-editor-props.ts';
import { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { type OpenEditor, openEditor } from '#app/features/editor/browser/open-editor.ts';
import { leaveAtReadingPlace, openAtReadingPlace } from '#app/features/editor/browser/reading-place.ts';
import { uploadsEnd } from '#app/features/editor/browser/upload/send-files.ts';
import { isUploading } from '#app/features/editor/browser/upload/uploads.ts';
import type { FormFields } from '#app/features/editor/browser/written-form.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { PresentPerson } from '#app/ui/here-now.tsx';
import { addToast } from '#app/ui/toasts.ts';

export function fieldsOf(form: HTMLFormElement): FormFields {
  const field = <E extends Element>(name: string) => form.elements.namedItem(name) as unknown as E;
  return {
    form,
    title: field('title'),
    icon: field('icon'),
    content: field('content'),
    baseVersion: field('baseVersion'),
  };
}

/** Submits the form without JavaScript; the server responds with both texts side by side. */
export function postPlainly(form: HTMLFormElement | null): void {
  form?.requestSubmit(form.querySelector<HTMLElement>('button[value="save"]'));
}

type Finishing = { form: HTMLFormElement; signal: AbortSignal; onSaved: () => void };

/**
 * Saves unsent text and opens the document's page, once files that are on their way are in the text. Stays on the
 * editor if the server cannot be reached, and on the page to which the user has gone meanwhile.
 */
async function finish({ autosave, view }: OpenEditor, { form, signal, onSaved }: Finishing): Promise<void> {
  await autosave.flush();
  if (isUploading(view)) {
    await uploadsEnd(view);
    await autosave.flush();
  }
  if (signal.aborted) return;
  if (autosave.state === 'conflict') return postPlainly(form);
  if (autosave.state === 'saved') onSaved();
}

/** Shares the text with other editors once that code is loaded. */
function shareWhenLoaded(options: LiveOptions, signal: AbortSignal, onMade: (made: LiveConnection) => void): void {
  import('#app/features/editor/browser/live/live-connection.ts').then(
    ({ LiveConnection }) => {
      if (!signal.aborted) onMade(new LiveConnection(options));
    },
    (error: unknown) => console.warn('One writes alone here:', error),
  );
}

/** Shows comments beside the text once that code is loaded. */
function commentWhenLoaded(options: CommentsOptions): void {
  import('#app/features/editor/browser/comments/editor-comments.ts').then(
    ({ startEditorComments }) => {
      if (!options.signal.aborted) startEditorComments(options);
    },
    (error: unknown) => console.warn('The editor shows no comments:', error),
  );
}

/** Opens the editor in its place in the form once, and closes it when the page is left. */
export function useEditor(
  { document: saved, userId, hasAi, hasPictureProxy, mentionable, commentRights, form, onReady }: LiveEditorProps,
  host: RefObject<HTMLDivElement | null>,
  files: RefObject<HTMLInputElement | null>,
) {
  const t = useTexts();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const reload = () => reloadWhenConnected(revalidate);
  // A reload, Back or Forward.
  const isReturn = useNavigationType() === 'POP';
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const [present, setPresent] = useState<PresentPerson[]>([]);
  const [followed, setFollowed] = useState<string | null>(null);
  const connection = useRef<LiveConnection | null>(null);
  const [save, setSave] = useState<{ state: SaveState; message: string }>({ state: 'saved', message: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once; what it needs of the page does not change
  useLayoutEffect(() => {
    const own = form.current;
    const people = new KnownPeople(mentionable, commentRights.share ? saved.id : null);
    const parent = host.current;
    if (!own || !parent) return;
    const opened = openEditor({
      parent,
      fields: fieldsOf(own),
      docId: saved.id,
      userId,
      version: saved.version,
      base: saved,
      hasAi,
      hasPictureProxy,
      people,
      canComment: commentRights.write,
      t: t as never,
      chooseFiles: () => files.current?.click(),
      onState: (state, message = '') => {
        setSave({ state, message });
        // If the document may no longer be edited, its page is replaced by one that offers the unsaved text.
        if (state === 'refused') void reload();
      },
    });
    if (!openAtReadingPlace(opened.view, parent, saved.id) && isReturn) openAtKeptCursor(opened.view, parent, saved.id);
    const closed = new AbortController();
    const { signal } = closed;
    followKeyboard(signal);
    setEditor(opened);
    onReady();
    const tell = { onPeople: setPresent, onFollow: setFollowed };
    const session = { editor: opened, docId: saved.id, userId, title: fieldsOf(own).title, ...tell };
    shareWhenLoaded(session, signal, (made) => {
      connection.current = made;
    });
    commentWhenLoaded({ view: opened.view, docId: saved.id, rights: commentRights, people, signal });
    const leave = async () => {
      await navigate(`/doc/${saved.id}`);
      addToast({ title: t('toast.saved') });
    };
    let isFinishing = false;
    const onSubmit = (event: SubmitEvent) => {
      const isSave = (event.submitter as HTMLButtonElement | null)?.value === 'save';
      if (!isSave || opened.autosave.state === 'conflict') return;
      event.preventDefault();
      event.stopPropagation();
      // A second press of "Save" changes nothing.
      if (isFinishing) return;
      isFinishing = true;
      void finish(opened, { form: own, signal, onSaved: () => void leave() }).finally(() => {
        isFinishing = false;
      });
    };
    // A form that leads to another page, as on a conflict, settles the drafts of its text there.
    const onFormData = ({ formData }: FormDataEvent) => {
      if (opened.drafts) formData.set('drafts', opened.drafts.keys.join(' '));
    };
    own.addEventListener('submit', onSubmit, { signal, capture: true });
    own.addEventListener('formdata', onFormData, { signal });
    addEventListener('pagehide', () => keepCursor(opened.view, saved.id), { signal });
    return () => {
      closed.abort();
      keepCursor(opened.view, saved.id);
      leaveAtReadingPlace(opened.view, saved.id);
      // The next page may have loaded before the text was saved; it would show the old text.
      const wasShared = connection.current?.wasSharing ?? false;
      void opened.close().then((isSent) => {
        connection.current?.end();
        if (isSent || wasShared) void reload();
      });
    };
  }, []);
  return { editor, save, people: present, followed, follow: (id: string) => connection.current?.follow(id) };
}
