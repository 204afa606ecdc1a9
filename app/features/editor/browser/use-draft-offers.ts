import { type RefObject, useEffect, useState } from 'react';
import { withoutArrived } from '#app/browser/arrived-drafts.ts';
import { findDrafts, forgetDrafts, type KeptDraft, watchSessions } from '#app/browser/drafts.ts';
import { type RequestError, request } from '#app/browser/request.ts';
import type { SaveState } from '#app/features/editor/browser/autosave-options.ts';
import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import { baseOfDraft, postDraft, sendDraft } from '#app/features/editor/browser/send-draft.ts';
import { fieldsOf } from '#app/features/editor/browser/use-editor.ts';
import type { Stored } from '#app/features/editor/browser/written.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { setValue } from '#app/ui/fit-height.ts';
import { addToast } from '#app/ui/toasts.ts';

type Options = {
  editor: OpenEditor | null;
  userId: string;
  docId: string;
  form: RefObject<HTMLFormElement | null>;
  saveState: SaveState;
};

/** Offers the drafts of ended sessions until each is taken, dropped or found on the server. */
export function useDraftOffers({ editor, userId, docId, form, saveState }: Options) {
  const t = useTexts();
  const [drafts, setDrafts] = useState<KeptDraft[]>([]);
  useEffect(() => {
    if (!editor) return;
    const watching = new AbortController();
    const seen = new Set<string>();
    const look = async () => {
      const found = (await findOffers(editor, userId, docId)).filter(({ key }) => !seen.has(key));
      for (const { key } of found) seen.add(key);
      if (found.length > 0 && !watching.signal.aborted) setDrafts((now) => [...found, ...now]);
    };
    void look();
    watchSessions({ userId, docId, own: editor.drafts?.key, signal: watching.signal }, () => void look()).catch(
      (error: Error) => console.warn('Sessions are not watched:', error.name),
    );
    return () => {
      watching.abort();
      setDrafts([]);
    };
  }, [editor, userId, docId]);

  const hasOffers = drafts.length > 0;
  // The server may store a request of the previous page late.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each save, not after each change of the list
  useEffect(() => {
    if (!hasOffers || saveState !== 'saved') return;
    void withoutArrived(drafts).then((missing) => {
      if (missing.length < drafts.length) setDrafts((now) => now.filter((draft) => missing.includes(draft)));
    });
  }, [hasOffers, saveState, docId]);

  const close = (draft: KeptDraft) => setDrafts((now) => now.filter((other) => other !== draft));

  function drop(draft: KeptDraft): void {
    forgetDrafts([draft]).catch((error) => console.warn('A draft stays:', (error as Error).name));
    close(draft);
    editor?.view.focus();
  }

  async function takeShared(draft: KeptDraft, own: HTMLFormElement): Promise<void> {
    try {
      await sendDraft(docId, draft);
      drop(draft);
    } catch (error) {
      if ((error as RequestError).status === 409) return postDraft(own, draft);
      // Keep the offer; the toast gives the reason.
      addToast({ title: (error as Error).message, variant: 'destructive' });
    }
  }

  async function takeAlone(draft: KeptDraft, own: HTMLFormElement, { view, autosave, ...open }: OpenEditor) {
    // Without a connection use the base version; the save then detects whether the draft was stored.
    const baseVersion = await baseOfDraft(docId, draft).catch(() => draft.baseVersion);
    // The draft replaces what is in the editor, and a save in flight would set the version that it is merged from.
    if (autosave.isDirty || autosave.isSending) await autosave.flush({ autosave: true });
    // The text may have become shared meanwhile.
    if (autosave.isShared) return takeShared(draft, own);
    if (autosave.isDirty || autosave.isSending) {
      addToast({ title: t('editor.draft.unsent'), variant: 'destructive' });
      return;
    }
    const { title, icon } = fieldsOf(own);
    setValue(title, draft.title);
    icon.value = draft.icon ?? '';
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: draft.content }, userEvent: 'input.draft' });
    open.drafts?.take(draft);
    autosave.beginFrom(baseVersion, draft.pending);
    close(draft);
    view.focus();
  }

  function take(draft: KeptDraft): void {
    const own = form.current;
    if (!editor || !own) return;
    void (editor.autosave.isShared ? takeShared(draft, own) : takeAlone(draft, own, editor));
  }
  return { drafts, take, drop };
}

/** Time the live connection has to merge drafts before they are offered. */
const LIVE_WITHIN_MS = 8000;
/** Time after which the request of a page that was just left has arrived, or never will. */
const ARRIVES_WITHIN_MS = 3000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const hasStored = (now: Stored, { title, icon, content }: KeptDraft) =>
  title === now.title && icon === now.icon && content === now.content;

/** Merges what can be merged without asking. Where WebSockets are blocked, drafts stay. */
async function mergeByLetters(editor: OpenEditor, drafts: KeptDraft[], now: Stored): Promise<void> {
  const mergeable = drafts.filter((draft) => (draft.base || draft.shared) && !hasStored(now, draft));
  if (mergeable.length === 0) return;
  const merge = await Promise.race([editor.live.promise, wait(LIVE_WITHIN_MS)]);
  if (!merge) return;
  const newest = Math.max(...mergeable.map(({ at }) => at));
  await wait(Math.max(0, newest + ARRIVES_WITHIN_MS - Date.now()));
  await Promise.race([withoutArrived(mergeable).then(merge), wait(LIVE_WITHIN_MS)]);
}

/** Finds drafts that the server has not stored. Offline, returns all. */
async function findOffers(editor: OpenEditor, userId: string, docId: string): Promise<KeptDraft[]> {
  try {
    if ((await findDrafts(userId, docId)).length === 0) return [];
    const now = await request<Stored>('GET', `/api/documents/${docId}`, { quiet: true }).catch(() => null);
    if (now === null) return await findDrafts(userId, docId);
    editor.autosave.catchUp(now);
    await mergeByLetters(editor, await findDrafts(userId, docId), now);
    const found = await findDrafts(userId, docId);
    const arrived = found.filter((draft) => hasStored(now, draft));
    await forgetDrafts(arrived);
    return await withoutArrived(found.filter((draft) => !arrived.includes(draft)));
  } catch (error) {
    console.warn('Drafts cannot be offered:', (error as Error).name);
    return [];
  }
}
