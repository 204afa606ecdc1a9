import * as Y from 'yjs';
import { log } from '#app/observability/log.ts';
import { CONTENT_MAX_BYTES } from '#app/schemas/limits.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import { checkUpdate, LiveRefusal } from '#app/services/live/check-update.ts';
import { liveTurns } from '#app/services/live/event-loop-turns.ts';
import { OutgoingMessages } from '#app/services/live/outgoing-messages.ts';
import type { Presence } from '#app/services/live/presence.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import { Settling } from '#app/services/live/settling.ts';
import {
  EpochEnded,
  loadState,
  type Position,
  positionsOf,
  type StoredState,
  updatesAfter,
} from '#app/services/live/stored-states.ts';

/** Debounce time after which gathered changes are stored in one row. */
const GATHER_MS = 100;
const RETRY_MS = 500;

/** A connection of a person to a document. */
export type LiveMember = {
  userId: string;
  /** Receives other members' changes. */
  send: (update: Uint8Array) => void;
  /** Receives the state vector of the stored changes. */
  stored: (vector: Uint8Array) => void;
  presence: (update: Uint8Array) => void;
  close: (code: number) => void;
};

/** Transaction origin of changes read from the database. */
const DATABASE = Symbol('database');

/**
 * One process's copy of a shared document: its state, its members, and changes not stored yet. The database is
 * authoritative; other processes' changes are read from there.
 */
export class LiveDocument {
  readonly id: string;
  readonly epoch: number;
  readonly doc = new Y.Doc();
  readonly presence: Presence;
  readonly members = new Set<LiveMember>();
  /** Number of the last update up to which all are applied. */
  #seen: number;
  readonly #outgoing = new OutgoingMessages(this.members, liveTurns);
  readonly #settling = new Settling(async () => {
    await this.flush();
    await settleDocument(this.id);
  });
  #pending: Uint8Array[] = [];
  #writers = new Set<string>();
  #storedVector: Uint8Array;
  #storing: Promise<void> | null = null;
  #catchingUp: Promise<void> | null = null;
  #gatherTimer: NodeJS.Timeout | undefined;
  /** Upper bound of the text's size. */
  #contentBytes = 0;
  isEnded = false;

  constructor(id: string, stored: StoredState, presence: Presence) {
    this.id = id;
    this.epoch = stored.epoch;
    this.#seen = stored.lastNumber;
    this.presence = presence;
    presence.tellThrough((take) => {
      this.#outgoing.toAllLater(() => {
        const { update, except } = take();
        return { send: (member) => member.presence(update), except };
      });
    });
    this.#apply([stored.state, ...stored.updates.map(({ changes }) => changes)]);
    this.#storedVector = Y.encodeStateVector(this.doc);
    this.#measure();
    this.doc.on('update', this.#onUpdate);
    if (stored.updates.length > 0) this.#settling.soon();
  }

  /** True if the stored text lacks some changes. */
  get isUnsettled(): boolean {
    return this.#pending.length > 0 || this.#storing !== null || this.#settling.isDue;
  }

  get storedVector(): Uint8Array {
    return this.#storedVector;
  }

  /**
   * Applies a member's update. Throws `LiveRefusal` without keeping any of it if it is malformed, too large, or of
   * another epoch.
   */
  receive(update: Uint8Array, member: LiveMember): void {
    // The count ignores deletions, so measure the text before a change is refused.
    if (this.#contentBytes + update.length > CONTENT_MAX_BYTES) this.#measure();
    const { addedBytes } = checkUpdate(update, { epoch: this.epoch, contentBytes: this.#contentBytes });
    try {
      this.doc.transact(() => Y.applyUpdate(this.doc, update), member);
    } catch {
      throw new LiveRefusal(CLOSING.malformed);
    }
    this.#contentBytes += addedBytes;
    const { store } = this.doc;
    if (!store.pendingStructs && !store.pendingDs) return;
    // The update depends on missing changes, so it does not stem from this state.
    store.pendingStructs = null;
    store.pendingDs = null;
    throw new LiveRefusal(CLOSING.stateUnknown);
  }

  /** Applies everything that other processes and regular saves had stored at the time of the call. */
  async refresh(): Promise<void> {
    await this.follow((await positionsOf([this.id])).get(this.id));
  }

  /** Applies stored updates up to a position. Ends the document if its state was deleted or has a new epoch. */
  async follow(position: Position | undefined): Promise<void> {
    if (!position) return this.end(CLOSING.gone);
    if (position.epoch !== this.epoch) return this.end(CLOSING.stateUnknown);
    // A read that started earlier may lack the newest updates.
    while (!this.isEnded && position.lastNumber > this.#seen) await this.#catchUp();
  }

  #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#readNew().finally(() => {
      this.#catchingUp = null;
    });
    return this.#catchingUp;
  }

  /** Stores pending changes. Resolves once they are stored or the document has ended. */
  async flush(): Promise<void> {
    while (!this.isEnded && (this.#pending.length > 0 || this.#storing)) {
      clearTimeout(this.#gatherTimer);
      await this.#store();
    }
  }

  /** Updates text, HTML, index and history from the shared state. */
  settle(): Promise<void> {
    return this.#settling.now();
  }

  /** Ends the document in this process and closes all connections with a code. */
  end(code: number): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.#gatherTimer);
    this.#settling.stop();
    for (const member of this.members) member.close(code);
    this.members.clear();
    this.doc.destroy();
  }

  #apply(updates: Uint8Array[]): void {
    this.doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.doc, update);
    }, DATABASE);
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown) => {
    const writer = origin === DATABASE ? undefined : (origin as LiveMember);
    this.#outgoing.toAll({ send: (member) => member.send(update), except: writer });
    if (!writer) return;
    this.#writers.delete(writer.userId);
    // Re-add at the end: the last writer is the author of the revision.
    this.#writers.add(writer.userId);
    this.#pending.push(update);
    this.#gatherTimer ??= setTimeout(() => void this.#store(), GATHER_MS);
  };

  #store(): Promise<void> {
    this.#storing ??= this.#storePending().finally(() => {
      this.#storing = null;
    });
    return this.#storing;
  }

  async #storePending(): Promise<void> {
    clearTimeout(this.#gatherTimer);
    this.#gatherTimer = undefined;
    if (this.#pending.length === 0 || this.isEnded) return;
    const taken = this.#pending;
    const writers = [...this.#writers];
    const vector = Y.encodeStateVector(this.doc);
    this.#pending = [];
    this.#writers = new Set();
    try {
      const changes = Y.mergeUpdates(taken);
      const number = await appendUpdate({ documentId: this.id, epoch: this.epoch, changes, writers });
      if (number === this.#seen + 1) this.#seen = number;
      this.#acknowledge(vector);
      this.#settling.soon();
    } catch (error) {
      if (error instanceof EpochEnded) return this.end(CLOSING.stateUnknown);
      log.error({ error, event: 'live-store-failed' }, 'changes of a shared text were not stored yet');
      this.#pending = [...taken, ...this.#pending];
      this.#writers = new Set([...writers, ...this.#writers]);
      this.#gatherTimer ??= setTimeout(() => void this.#store(), RETRY_MS);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return;
    }
    if (this.#pending.length > 0) this.#gatherTimer ??= setTimeout(() => void this.#store(), GATHER_MS);
  }

  #measure(): void {
    this.#contentBytes = Buffer.byteLength(this.doc.getText('content').toString());
  }

  #acknowledge(vector: Uint8Array): void {
    this.#storedVector = vector;
    this.#outgoing.toAll({ send: (member) => member.stored(vector) });
  }

  async #readNew(): Promise<void> {
    const known = this.#seen;
    const updates = await updatesAfter(this.id, known);
    const isGapless = updates[0]?.number === known + 1;
    const stored = isGapless ? null : await loadState(this.id);
    if (this.isEnded) return;
    if (!isGapless && stored?.epoch !== this.epoch) return this.end(CLOSING.stateUnknown);
    const news = stored ? [stored.state, ...stored.updates.map(({ changes }) => changes)] : [];
    this.#apply(stored ? news : updates.map(({ changes }) => changes));
    this.#seen = Math.max(this.#seen, stored?.lastNumber ?? updates.at(-1)!.number);
    this.#measure();
    if (this.#pending.length === 0 && !this.#storing) this.#acknowledge(Y.encodeStateVector(this.doc));
    if ((stored?.updates ?? updates).length > 0) this.#settling.soon();
  }
}
