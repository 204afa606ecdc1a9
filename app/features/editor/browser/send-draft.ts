import { arrivedVersion } from '#app/browser/arrived-drafts.ts';
import type { Draft, KeptDraft } from '#app/browser/drafts.ts';
import type { RequestError } from '#app/browser/request.ts';
import { write } from '#app/features/editor/browser/save-request.ts';
import { asText } from '#app/features/editor/browser/written.ts';

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
    write(docId, { title, icon: icon ?? '', content: asText(content), baseVersion, autosave: false });
  try {
    await send(draft.baseVersion);
  } catch (error) {
    const base = (error as RequestError).status === 409 ? await baseOfDraft(docId, draft) : draft.baseVersion;
    if (base === draft.baseVersion) throw error;
    await send(base);
  }
}

/** Posts a draft like the form without scripts. On a conflict the resulting page shows both texts. */
export function postDraft(form: HTMLFormElement, { key, title, icon, content, baseVersion }: KeptDraft): void {
  const csrf = (form.elements.namedItem('csrf') as HTMLInputElement).value;
  const base = { baseVersion: String(baseVersion), drafts: key };
  const fields = { csrf, title, icon: icon ?? '', content, ...base, intent: 'save' };
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
