/** Sends unsaved text to the server. */
type Send = () => Promise<unknown>;

const WAIT_MS = 3000;
const senders = new Set<Send>();

/** Registers a flush callback that runs before sign-out; returns an unsubscribe function. */
export function addFlush(send: Send): () => void {
  senders.add(send);
  return () => senders.delete(send);
}

/** Runs all flush callbacks, with a time limit. Text that remains unsent stays in the browser's drafts. */
export async function flushUnsent(): Promise<void> {
  const { promise: waited, resolve: stop } = Promise.withResolvers<void>();
  const timer = setTimeout(stop, WAIT_MS);
  await Promise.race([waited, Promise.allSettled([...senders].map((send) => send()))]);
  clearTimeout(timer);
}
