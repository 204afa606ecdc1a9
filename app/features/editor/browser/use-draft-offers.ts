import { type RefObject, useEffect, useState } from 'react';
import { withoutArrived } from '#app/browser/arrived-drafts.ts';
import { findDrafts, forgetDrafts, type KeptDraft, watchSessions } from '#app/browser/drafts.ts';
import { type RequestError, request } from '#app/browser/request.ts';
import type { SaveState } from '#app/features/editor/browser/autosave.ts';
import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import { isSame, type Saved } from '#app/features/editor/browser/save-request.ts';
import { baseOfDraft, postDraft, sendDraft } from '#app/features/editor/browser/send-draft.ts';
import { fieldsOf } from '#app/features/editor/browser/use-editor.ts';
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
    const { title, icon } = fieldsOf(own);
    title.value = draft.title;
    icon.value = draft.icon ?? '';
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: draft.content }, userEvent: 'input.draft' });
    open.drafts?.take(draft);
    autosave.beginFrom({ ...draft, baseVersion });
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

/** Finds drafts that the server has not stored. Offline, returns all. */
async function findOffers({ autosave }: OpenEditor, userId: string, docId: string): Promise<KeptDraft[]> {
  try {
    const found = await findDrafts(userId, docId);
    if (found.length === 0) return [];
    const now = await request<Saved>('GET', `/api/documents/${docId}`, { quiet: true }).catch(() => null);
    if (now === null) return found;
    autosave.catchUp(now);
    const arrived = found.filter((draft) => isSame(draft, now));
    await forgetDrafts(arrived);
    return await withoutArrived(found.filter((draft) => !arrived.includes(draft)));
  } catch (error) {
    console.warn('Drafts cannot be offered:', (error as Error).name);
    return [];
  }
}
