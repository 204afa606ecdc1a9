import { useCallback, useSyncExternalStore } from 'react';

/** Text of a comment field that left the page before it was sent. `key` is the id of the field. */
export type TypedComment = { key: string; body: string; quote: string };

// In memory only: signing out loads a page, so that nobody else reads it.
const typed = new Map<string, readonly TypedComment[]>();
const listeners = new Set<() => void>();
const NONE: readonly TypedComment[] = [];

const typedOn = (docId: string) => typed.get(docId) ?? NONE;

function change(docId: string, comments: readonly TypedComment[]): void {
  typed.set(docId, comments);
  for (const listener of listeners) listener();
}

/** Keeps the text of a field that the server took off the page. Text of a page that the user leaves is not kept. */
export function keepTyped(docId: string, comment: TypedComment): void {
  if (comment.body.trim() === '' || !location.pathname.includes(`/doc/${docId}`)) return;
  change(docId, [...typedOn(docId).filter(({ key }) => key !== comment.key), comment]);
}

/** Returns and forgets the kept text of a field; null without one. */
export function takeTyped(docId: string, key: string): TypedComment | null {
  const found = typedOn(docId).find((each) => each.key === key);
  if (!found) return null;
  change(
    docId,
    typedOn(docId).filter((each) => each !== found),
  );
  return found;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the kept texts of a document whose fields are not on the page. */
export function useTypedComments(docId: string): readonly TypedComment[] {
  const read = useCallback(() => typedOn(docId), [docId]);
  return useSyncExternalStore(subscribe, read, () => NONE);
}
