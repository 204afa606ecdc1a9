import { Text } from '@codemirror/state';
import { outward } from '#app/address/base-path.ts';
import { RequestError, request, xsrfHeader } from '#app/browser/request.ts';
import { exchangeText } from '#app/features/editor/browser/background/background.ts';
import { asString, asText, type Saved, type Stored, type Written } from '#app/features/editor/browser/written.ts';

type Changes = { title?: string; icon?: string; content?: Text; baseVersion?: number };

/** API error code of a write without a valid CSRF header. */
const NO_PROOF = 1001;

/** Returns only the fields that differ from a version, so that no other field is reverted. */
export function changedFields({ title, icon, content }: Written, known: Saved): Changes {
  return {
    ...(title === known.title ? {} : { title }),
    ...(icon === known.icon ? {} : { icon: icon ?? '' }),
    ...(content.eq(known.content) ? {} : { content }),
    baseVersion: known.version,
  };
}

type Answer = Omit<Saved, 'content'> & { content?: string; merged?: true };

/** Saves and returns the resulting document. Throws RequestError. */
export async function write(
  docId: string,
  changes: Changes & { autosave: boolean },
): Promise<Saved & { merged?: true }> {
  const options = { body: changes, quiet: true, exchange: exchangeText };
  const patch = () => request<Answer>('PATCH', `/api/documents/${docId}`, options);
  const { version, title, icon, content, merged } = await patch().catch(async (error: RequestError) => {
    if (error.statusCode !== NO_PROOF) throw error;
    // The cookies were deleted. Any response sets a new CSRF cookie; without a session this redirects to sign-in.
    await request('GET', '/api/auth/me', { quiet: true });
    return patch();
  });
  const text = content === undefined ? (changes.content ?? Text.empty) : asText(content);
  return { version, title, icon, content: text, ...(merged ? { merged } : {}) };
}

type Current = Omit<Saved, 'icon'>;

/** Returns the stored version that a refused save conflicts with; null for any other error. */
export function conflictIn(error: unknown): Current | null {
  if (!(error instanceof RequestError) || error.status !== 409) return null;
  const { version, title, content } = (error.data as { current: Omit<Stored, 'icon'> }).current;
  return { version, title, content: asText(content) };
}

/** Returns true for an error that repeating the request may overcome: no connection, too many requests, a fault. */
export function willPass(error: unknown): boolean {
  const status = error instanceof RequestError ? error.status : 0;
  return status === 0 || status === 429 || status >= 500;
}

/** Browser limit for the body of a `keepalive` request. */
const KEEPALIVE_BYTES = 60_000;

/** Sends while the page unloads. The draft is kept, because the response is not seen. */
export function sendAtOnce(docId: string, { content, ...fields }: Changes): void {
  if (content && content.length > KEEPALIVE_BYTES) return;
  const body = JSON.stringify({ ...fields, ...(content ? { content: asString(content) } : {}), autosave: true });
  if (new TextEncoder().encode(body).length > KEEPALIVE_BYTES) return;
  const headers = { 'Content-Type': 'application/json', ...xsrfHeader() };
  fetch(outward(`/api/documents/${docId}`), { method: 'PATCH', headers, body, keepalive: true }).catch(() => {
    // The draft stays in IndexedDB.
  });
}
