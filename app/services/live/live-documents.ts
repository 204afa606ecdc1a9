import { log } from '#app/observability/log.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { DAY_MS } from '#app/services/day.ts';
import { LiveDocument } from '#app/services/live/live-document.ts';
import {
  deliver,
  LIVE_CHANNEL,
  type LiveSignal,
  notifyProcesses,
  onLiveSignal,
} from '#app/services/live/live-signals.ts';
import { Presence, type PresentState, type PresentUser } from '#app/services/live/presence.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import {
  openStoredState,
  overdueDocuments,
  positionsOf,
  removeUnusedStates,
  type StoredState,
} from '#app/services/live/stored-states.ts';
import { repeatWork } from '#app/services/repeat-work.ts';
import { settlesWithin } from '#app/services/settles-within.ts';
import { isInTransaction } from '#db/connection.ts';
import { isDatabaseUnavailable, isOutOfTime } from '#db/database-errors.ts';
import { listen } from '#db/notices.ts';

/** Interval at which the positions of open documents are compared, as notices can be lost. */
const POLL_MS = 1000;
const AT_ONCE = 500;
const SILENCE_EVERY_MS = 10_000;
/** Age from which unsettled updates were left by an ended process. */
const OVERDUE_MS = 10_000;
/** Time for which overdue updates that could not be settled are left: the oldest would hold up all others. */
const RETRY_AFTER_MS = 5 * 60_000;
const KEPT_DAYS = 30;
/** Time that a reader waits for a document that is being opened. */
const OPENS_WITHIN_MS = 1000;
/** Time for storing, and again for settling, when the process stops. */
const STOPS_WITHIN_MS = 3000;

const open = new Map<string, Promise<LiveDocument>>();
/** Documents whose overdue updates could not be settled, with the time of the next attempt. */
const failing = new Map<string, number>();
/** Presence by document, across all processes. */
const presences = new Map<string, Presence>();

function presenceIn(documentId: string): Presence {
  const known = presences.get(documentId);
  if (known) return known;
  const presence = new Presence((update) => tellPresence(documentId, update));
  presences.set(documentId, presence);
  return presence;
}

/** Opens a document for a member of this process, or returns the open one. Throws `documentNotFound`. */
export async function openLiveDocument(id: string): Promise<LiveDocument> {
  const known = open.get(id);
  if (known) {
    const document = await known;
    if (!document.isEnded) return document;
    if (open.get(id) === known) open.delete(id);
    return openLiveDocument(id);
  }
  const opening = openSettled(id).then((stored) => new LiveDocument(id, stored, presenceIn(id)));
  open.set(id, opening);
  opening.then(askOthers, () => open.get(id) === opening && open.delete(id));
  return opening;
}

/** Loads a shared state. Settles many updates first, so that no member keeps content that settling removes. */
async function openSettled(id: string): Promise<StoredState> {
  for (;;) {
    const stored = await openStoredState(id);
    if (!stored.isPart) return stored;
    await settleDocument(id);
  }
}

/** Requests the presence of other processes' members. */
function askOthers({ id }: LiveDocument): void {
  notifyProcesses({ kind: 'announce', documentId: id });
}

function tellPresence(documentId: string, update: Uint8Array): void {
  notifyProcesses({ kind: 'presence', documentId, message: Buffer.from(update).toString('base64') });
}

/** Closes a document without members in this process, after storing and settling all changes. */
export async function closeIfEmpty(document: LiveDocument): Promise<void> {
  if (document.members.size > 0) return;
  if (document.isEnded) return forget(document);
  await document.flush();
  if (document.members.size > 0 || document.isEnded) return;
  open.delete(document.id);
  document.end(1000);
  await settleDocument(document.id).catch(reportFault);
}

/** Frees an ended document, unless another one has taken its place. */
async function forget(document: LiveDocument): Promise<void> {
  const known = open.get(document.id);
  if ((await known?.catch(() => null)) === document && open.get(document.id) === known) open.delete(document.id);
}

/**
 * Updates the stored text from a document open in this process, before it is read elsewhere; without it if the database
 * stores nothing for a second. It waits for writes of others, so it throws in a transaction, for which they would wait.
 */
export async function settleIfOpen(id: string): Promise<void> {
  if (isInTransaction()) throw new Error('A shared text cannot be settled in a transaction');
  if (!open.has(id)) return;
  const found = findLiveDocument(id);
  if (!(await settlesWithin(found, OPENS_WITHIN_MS))) return;
  const document = await found;
  if (document?.isUnsettled) await document.settleForReader();
}

/** Marks a person as reading a document. `client` distinguishes readers from editors. */
export function markReading(documentId: string, client: number, user: PresentUser): void {
  presenceIn(documentId).read(client, user);
}

/** Returns the presence states in a document, one per client. */
export const statesIn = (documentId: string): PresentState[] => presences.get(documentId)?.states() ?? [];

/** Returns the open document; null if it has no members in this process. */
async function findLiveDocument(id: string): Promise<LiveDocument | null> {
  return (await open.get(id)?.catch(() => null)) ?? null;
}

/**
 * Subscribes to other processes' changes. Returns a function that unsubscribes and closes all connections with 1012.
 */
export async function startLiveDocuments(): Promise<() => Promise<void>> {
  const stopSignals = onLiveSignal((signal) => void receive(signal).catch(reportFault));
  const stopListening = await listen(LIVE_CHANNEL, {
    onNotice: (payload) => {
      for (const each of JSON.parse(payload) as LiveSignal[]) deliver(each);
    },
    onFault: (error) => log.warn({ error, event: 'live-notices-lost' }, 'notices of other processes are not received'),
  });
  const stopPolling = repeatWork(poll, POLL_MS);
  const silence = setInterval(removeSilent, SILENCE_EVERY_MS);
  return async () => {
    const polled = stopPolling();
    clearInterval(silence);
    stopSignals();
    await stopListening();
    await Promise.all([...open.values()].map((opening) => opening.then(stopDocument, () => undefined)));
    open.clear();
    await settlesWithin(polled, STOPS_WITHIN_MS);
  };
}

/** Stops a document. Editors keep changes that were not stored in time, until another process stores them. */
async function stopDocument(document: LiveDocument): Promise<void> {
  await settlesWithin(document.flush(), STOPS_WITHIN_MS);
  document.end(CLOSING.stopping);
  await settlesWithin(settleDocument(document.id).catch(reportFault), STOPS_WITHIN_MS);
}

async function receive(signal: LiveSignal): Promise<void> {
  if (signal.kind === 'presence')
    return presenceIn(signal.documentId).receiveRemote(Buffer.from(signal.message, 'base64'));
  if (signal.kind !== 'changed' && signal.kind !== 'announce') return;
  const document = await findLiveDocument(signal.documentId);
  if (!document || document.isEnded) return;
  if (signal.kind === 'changed') return document.refresh();
  for (const part of document.presence.ownMembers()) tellPresence(document.id, part);
}

/** Counts the documents open in this process and their connections. */
export async function countLive(): Promise<{ documents: number; connections: number }> {
  const found = await Promise.all([...open.keys()].map(findLiveDocument));
  const documents = found.filter((document) => document !== null);
  return { documents: documents.length, connections: documents.reduce((sum, { members }) => sum + members.size, 0) };
}

async function poll(): Promise<void> {
  // Positions are read after the states, so only documents already open now are compared.
  const found = await Promise.all([...open.keys()].map(findLiveDocument));
  const documents = found.filter((document) => document !== null);
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const some = documents.slice(at, at + AT_ONCE);
    const positions = await positionsOf(some.map(({ id }) => id));
    for (const document of some) {
      if (!document.isEnded) await document.follow(positions.get(document.id));
    }
  }
}

function removeSilent(): void {
  for (const [id, presence] of presences) {
    presence.removeSilent();
    if (presence.isEmpty && !open.has(id)) presences.delete(id);
  }
}

/** Settles updates left by ended processes, and removes states unused for a month. */
export async function settleOverdue(): Promise<void> {
  const now = Date.now();
  for (const [id, until] of failing) if (until <= now) failing.delete(id);
  for (const id of await overdueDocuments(now - OVERDUE_MS, [...failing.keys()])) {
    await settleDocument(id).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error) || isOutOfTime(error)) failing.set(id, now + RETRY_AFTER_MS);
      reportFaultIn(id)(error);
    });
  }
  await removeUnusedStates(Date.now() - KEPT_DAYS * DAY_MS);
}

const reportFaultIn = (documentId: string) => (error: unknown) =>
  log.error({ error, event: 'live-settle-failed', documentId }, 'changes of a shared text were not settled');

function reportFault(error: unknown): void {
  log.error({ error, event: 'live-fault' }, 'shared writing met an error');
}
