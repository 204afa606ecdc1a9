import { log } from '#app/observability/log.ts';
import { afterCommit } from '#db/connection.ts';
import { notify } from '#db/notices.ts';

/** Tells every process that something happened; whoever is concerned looks up what. */
export type LiveSignal =
  /** The shared state of a document has changed. */
  | { kind: 'changed'; documentId: string }
  /** `message` is an awareness update in base64. */
  | { kind: 'presence'; documentId: string; message: string }
  /** Asks who is in a document. */
  | { kind: 'announce'; documentId: string }
  /** Title, text or icon of a document have changed. */
  | { kind: 'document'; documentId: string }
  /** The comments on a document have changed. */
  | { kind: 'comments'; documentId: string }
  /** Title or icon, which lists and trees show, have changed. */
  | { kind: 'row'; documentId: string }
  /** The children of a parent, or an owner's roots, have changed. */
  | { kind: 'tree'; ownerId: string; parentId: string | null }
  /** What someone may see of a document has changed. */
  | { kind: 'shares'; documentId: string; userIds: string[] }
  /** What the members of a group may see of a document has changed. */
  | { kind: 'group-shares'; documentId: string; groupId: string }
  /** The inboxes of people have changed. */
  | { kind: 'notification'; userIds: string[] };

export const LIVE_CHANNEL = 'arbor_live';
/** Signals for other processes are gathered this long. */
const GATHER_MS = 20;
/** Signs sent in one message, of which PostgreSQL takes 8,000 bytes; ids and base64 have one byte a sign. */
const TOGETHER_MAX = 7500;

type Listener = (signal: LiveSignal) => void;
const listeners = new Set<Listener>();
let gathered: LiveSignal[] = [];

/** Calls `listener` with every signal. Returns the function that ends it. */
export function onLiveSignal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function deliver(signal: LiveSignal): void {
  for (const listener of listeners) listener(signal);
}

/** Tells this process and the others, once the open transaction has committed. */
export function signal(sent: LiveSignal): void {
  afterCommit(() => {
    deliver(sent);
    notifyProcesses(sent);
  });
}

/** Tells the other processes. A lost signal is made up for by comparing positions. */
export function notifyProcesses(sent: LiveSignal): void {
  if (gathered.length === 0) setTimeout(sendGathered, GATHER_MS);
  gathered.push(sent);
}

function sendGathered(): void {
  const waiting = gathered;
  gathered = [];
  for (const message of messagesOf(waiting)) {
    notify(LIVE_CHANNEL, message).catch((error) => {
      log.warn({ error, event: 'live-signal-lost' }, 'other processes were not told of a change');
    });
  }
}

/** Packs signals into JSON arrays of limited length. */
function messagesOf(signals: LiveSignal[]): string[] {
  const messages: string[][] = [[]];
  let length = 0;
  for (const text of signals.map((each) => JSON.stringify(each))) {
    if (length > 0 && length + text.length + 1 > TOGETHER_MAX) {
      messages.push([]);
      length = 0;
    }
    messages.at(-1)!.push(text);
    length += text.length + 1;
  }
  return messages.map((texts) => `[${texts.join(',')}]`);
}
