/** What sends text that has not reached the server yet. */
type Send = () => Promise<unknown>;

const WAIT_MS = 3000;
const senders = new Set<Send>();

/** From now on asked before the page's session ends; returns what ends that. */
export function addSender(send: Send): () => void {
  senders.add(send);
  return () => senders.delete(send);
}

/** Sends what is not sent, for as long as a person would wait; what stays unsent is kept in the browser by who wrote it. */
export async function sendUnsent(): Promise<void> {
  const { promise: waited, resolve: stop } = Promise.withResolvers<void>();
  const timer = setTimeout(stop, WAIT_MS);
  await Promise.race([waited, Promise.allSettled([...senders].map((send) => send()))]);
  clearTimeout(timer);
}
