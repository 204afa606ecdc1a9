import { log } from '#app/observability/log.ts';
import { REPLAY_MS } from '#app/schemas/live-messages.ts';
import { afterCommit } from '#db/connection.ts';
import { notify } from '#db/notices.ts';

/** A signal to every process. Receivers look up the details themselves. */
export type LiveSignal =
  /** The shared state of a document has changed. */
  | { kind: 'changed'; documentId: string }
  /** `message` is an awareness update in base64. */
  | { kind: 'presence'; documentId: string; message: string }
  /** Requests the presence of other processes' members. */
  | { kind: 'announce'; documentId: string }
  /** Title, text or icon of a document have changed. */
  | { kind: 'document'; documentId: string }
  /** The comments on a document have changed. */
  | { kind: 'comments'; documentId: string }
  /** Title or icon have changed, as shown in lists and trees. */
  | { kind: 'row'; documentId: string }
  /** The children of a parent, or an owner's roots, have changed. */
  | { kind: 'tree'; ownerId: string; parentId: string | null }
  /** Some people's access to a document has changed. */
  | { kind: 'shares'; documentId: string; userIds: string[] }
  /** A group's access to a document has changed. */
  | { kind: 'group-shares'; documentId: string; groupId: string }
  /** The inboxes of people have changed. */
  | { kind: 'notification'; userIds: string[] };

/** Kinds that concern only those who write together. */
const OF_WRITING: ReadonlySet<LiveSignal['kind']> = new Set(['changed', 'presence', 'announce']);
export const LIVE_CHANNEL = 'arbor_live';
/** Signals to other processes are gathered for this time. */
const GATHER_MS = 20;
/** Maximum characters in one message. PostgreSQL takes 8,000 bytes; ids and base64 are one byte per character. */
const TOGETHER_MAX = 7500;
/** Maximum people in one signal. */
const PEOPLE_MAX = 200;

/** Signals kept for new event streams. */
const RECENT_MAX = 1000;

type Listener = (signal: LiveSignal) => void;
const listeners = new Set<Listener>();
/** Oldest first. */
const recent: { at: number; sent: LiveSignal }[] = [];
let gathered: LiveSignal[] = [];

/** Calls `listener` with every signal. Returns an unsubscribe function. */
export function onLiveSignal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Returns the signals of the last `ms` milliseconds, oldest first, at most `REPLAY_MS` and without those of writing.
 */
export function recentSignals(ms: number): LiveSignal[] {
  const from = performance.now() - Math.min(ms, REPLAY_MS);
  return recent.filter(({ at }) => at >= from).map(({ sent }) => sent);
}

export function deliver(signal: LiveSignal): void {
  if (!OF_WRITING.has(signal.kind)) remember(signal);
  for (const listener of listeners) listener(signal);
}

function remember(sent: LiveSignal): void {
  const now = performance.now();
  while (recent[0] && (recent[0].at < now - REPLAY_MS || recent.length === RECENT_MAX)) recent.shift();
  recent.push({ at: now, sent });
}

/** Sends a signal to this process and the others after the open transaction commits. */
export function signal(sent: LiveSignal): void {
  afterCommit(() => {
    deliver(sent);
    notifyProcesses(sent);
  });
}

/** Sends a signal to the other processes. Comparing positions compensates for lost signals. */
export function notifyProcesses(sent: LiveSignal): void {
  if (gathered.length === 0) setTimeout(() => void sendGathered(), GATHER_MS);
  gathered.push(sent);
}

async function sendGathered(): Promise<void> {
  const waiting = gathered;
  gathered = [];
  for (const message of messagesOf(waiting)) {
    await notify(LIVE_CHANNEL, message).catch((error) => {
      log.warn({ error, event: 'live-signal-lost' }, 'other processes were not told of a change');
    });
  }
}

/** Divides a signal about many people. */
function partsOf(sent: LiveSignal): LiveSignal[] {
  if (!('userIds' in sent) || sent.userIds.length <= PEOPLE_MAX) return [sent];
  const { userIds } = sent;
  const starts = Array.from({ length: Math.ceil(userIds.length / PEOPLE_MAX) }, (_, nth) => nth * PEOPLE_MAX);
  return starts.map((start) => ({ ...sent, userIds: userIds.slice(start, start + PEOPLE_MAX) }));
}

/** Packs signals into JSON arrays of limited length, repeated ones once. */
function messagesOf(signals: LiveSignal[]): string[] {
  const messages: string[][] = [[]];
  let length = 0;
  for (const text of new Set(signals.flatMap(partsOf).map((each) => JSON.stringify(each)))) {
    if (length > 0 && length + text.length + 1 > TOGETHER_MAX) {
      messages.push([]);
      length = 0;
    }
    messages.at(-1)!.push(text);
    length += text.length + 1;
  }
  return messages.map((texts) => `[${texts.join(',')}]`);
}
