import { type RequestError, request, xsrfHeader } from '#app/browser/request.ts';

export type Written = { title: string; icon: string | null; content: string };
export type Saved = Written & { version: number };
type Changes = { title?: string; icon?: string; content?: string; baseVersion?: number };

/** What the API answers to a change without the header that proves it comes from our page. */
const NO_PROOF = 1001;

export const isSame = (a: Written, b: Written) => a.content === b.content && a.title === b.title && a.icon === b.icon;

/** What differs from the text of a version, as a change of that version: nothing else of it is taken back. */
export function changedFields({ title, icon, content }: Written, known: Saved): Changes {
  return {
    ...(title === known.title ? {} : { title }),
    ...(icon === known.icon ? {} : { icon: icon ?? '' }),
    ...(content === known.content ? {} : { content }),
    baseVersion: known.version,
  };
}

/** Saves, and answers what the document is after it. Throws RequestError. */
export async function write(
  docId: string,
  changes: Changes & { autosave: boolean },
): Promise<Saved & { merged?: true }> {
  const patch = () =>
    request<Saved & { merged?: true }>('PATCH', `/api/documents/${docId}`, { body: changes, quiet: true });
  const { version, title, icon, content, merged } = await patch().catch(async (error: RequestError) => {
    if (error.statusCode !== NO_PROOF) throw error;
    // The cookies are gone. Any answer brings the one for the proof; without a session it leads to signing in.
    await request('GET', '/api/auth/me', { quiet: true });
    return patch();
  });
  return { version, title, icon, content, ...(merged ? { merged } : {}) };
}

/** What a browser lets a request carry that outlives its page. */
const KEEPALIVE_BYTES = 60_000;

/** Sends from a page that goes away. Nobody hears the answer: a copy stays until a later page sees what the server has. */
export function sendAtOnce(docId: string, changes: Changes): void {
  const body = JSON.stringify({ ...changes, autosave: true });
  if (new TextEncoder().encode(body).length > KEEPALIVE_BYTES) return;
  const headers = { 'Content-Type': 'application/json', ...xsrfHeader() };
  fetch(`/api/documents/${docId}`, { method: 'PATCH', headers, body, keepalive: true }).catch(() => {
    // The copy in this browser stays.
  });
}
