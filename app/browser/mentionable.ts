import { type RequestError, request } from '#app/browser/request.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { ShareEntry } from '#app/services/shares/share-entry.ts';
import { addToast } from '#app/ui/toasts.ts';

/** Loads the people that the owner of a document can mention, with those to share it with first. */
export const loadMentionable = (docId: string): Promise<Mentionable[]> =>
  request('GET', `/api/documents/${docId}/mentionable`, { quiet: true });

/** Lets a person read the document, so that they can be mentioned. Returns false and shows a toast if refused. */
export async function shareToMention(docId: string, { shareWith }: Mentionable, shared: string): Promise<boolean> {
  try {
    const body = { email: shareWith, permission: 'READ' };
    await request<ShareEntry[]>('POST', `/api/documents/${docId}/shares`, { body, quiet: true });
    addToast({ title: shared });
    return true;
  } catch (error) {
    addToast({ title: (error as RequestError).message, variant: 'destructive' });
    return false;
  }
}
