type LostComment = { body: string; quote: string };

// In memory only: signing out loads a page, so that nobody else reads it.
const lost = new Map<string, LostComment>();

/** Keeps the comment of a card that the server took off the page with its editor, not one that the user leaves. */
export function keepLostComment(docId: string, comment: LostComment): void {
  if (comment.body.trim() && location.pathname.endsWith(`/doc/${docId}/edit`)) lost.set(docId, comment);
}

export const findLostComment = (docId: string): LostComment | undefined => lost.get(docId);
