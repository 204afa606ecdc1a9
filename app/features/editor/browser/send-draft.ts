import type { Draft } from '#app/browser/drafts.ts';
import { type RequestError, request } from '#app/browser/request.ts';
import { isSame, type Written, write } from '#app/features/editor/browser/save-request.ts';

type Revision = { id: string; version: number; title: string; icon: string | null };

/** Maximum number of revisions compared with a text. */
const COMPARED_MAX = 5;

/** Returns the version after `since` at which the server stored exactly this text; null if none is found. */
export async function arrivedVersion(docId: string, text: Written, since: number): Promise<number | null> {
  const path = `/api/documents/${docId}/revisions`;
  const quiet = { quiet: true };
  const { items } = await request<{ items: Revision[] }>('GET', `${path}?folded=true&limit=100`, quiet);
  const possible = items.filter(({ version, title }) => version > since && title === text.title);
  for (const { id, version } of possible.reverse().slice(0, COMPARED_MAX)) {
    if (isSame(await request<Written>('GET', `${path}/${id}`, quiet), text)) return version;
  }
  return null;
}

/** Returns the version a draft is based on: that of its last request if the server stored it, else its base version. */
export async function baseOfDraft(docId: string, { baseVersion, pending }: Draft): Promise<number> {
  return (pending && (await arrivedVersion(docId, pending, baseVersion))) ?? baseVersion;
}

/**
 * Sends a draft as a separate save, which the server merges into the shared text. Inserting it in the editor would
 * remove later changes of others. Throws RequestError, with 409 if both changed the same words.
 */
export async function sendDraft(docId: string, draft: Draft): Promise<void> {
  const { title, icon, content } = draft;
  const send = (baseVersion: number) =>
    write(docId, { title, icon: icon ?? '', content, baseVersion, autosave: false });
  try {
    await send(draft.baseVersion);
  } catch (error) {
    const base = (error as RequestError).status === 409 ? await baseOfDraft(docId, draft) : draft.baseVersion;
    if (base === draft.baseVersion) throw error;
    await send(base);
  }
}

/** Posts a draft like the form without scripts. On a conflict the resulting page shows both texts. */
export function postDraft(form: HTMLFormElement, { title, icon, content, baseVersion }: Draft): void {
  const csrf = (form.elements.namedItem('csrf') as HTMLInputElement).value;
  const fields = { csrf, title, icon: icon ?? '', content, baseVersion: String(baseVersion), intent: 'save' };
  const posted = document.createElement('form');
  posted.method = 'post';
  posted.action = form.action;
  posted.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    // A textarea preserves line breaks; a text input does not.
    const field = Object.assign(document.createElement('textarea'), { name, value });
    posted.append(field);
  }
  document.body.append(posted);
  posted.submit();
}
