import { afterCommit } from '#db/connection.ts';
import { notify } from '#db/notices.ts';

/** Tells processes that something about a document happened; every process looks up what. */
export type LiveSignal =
  | { kind: 'changed'; documentId: string }
  /** `message` is an awareness update in base64. */
  | { kind: 'presence'; documentId: string; message: string }
  | { kind: 'announce'; documentId: string };

export const LIVE_CHANNEL = 'arbor_live';

type Listener = (signal: LiveSignal) => void;
const listeners = new Set<Listener>();

/** Calls `listener` with every signal of this process. Returns the function that ends it. */
export function onLiveSignal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function deliver(signal: LiveSignal): void {
  for (const listener of listeners) listener(signal);
}

/** Tells, once the transaction has committed, that the shared state of a document has changed. */
export async function signalChange(documentId: string): Promise<void> {
  afterCommit(() => deliver({ kind: 'changed', documentId }));
  await notify(LIVE_CHANNEL, JSON.stringify({ kind: 'changed', documentId }));
}
