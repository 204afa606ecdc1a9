import * as Y from 'yjs';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { Admission } from '#app/services/live/admission.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import { LiveRefusal } from '#app/services/live/check-update.ts';
import { liveTurns } from '#app/services/live/event-loop-turns.ts';
import { OutgoingMessages } from '#app/services/live/outgoing-messages.ts';
import type { Presence } from '#app/services/live/presence.ts';
import { type Progress, settleDocument } from '#app/services/live/settle-document.ts';
import { Settling } from '#app/services/live/settling.ts';
import {
  EpochEnded,
  loadState,
  type Position,
  positionsOf,
  type StoredState,
  type StoredUpdate,
  updatesAfter,
} from '#app/services/live/stored-states.ts';
import { type Batch, Storing } from '#app/services/live/storing.ts';
import { settlesWithin } from '#app/services/settles-within.ts';

/** Bytes of changes after which they are folded at once, and beyond which no more are taken until they are. */
const FOLDED_FROM = 4 * 1024 * 1024;
const UNFOLDED_MAX = 24 * 1024 * 1024;
/** Time that a reader waits for the database to store newer changes. */
const READER_WAITS_MS = 1000;

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
  readonly #storing = new Storing((batch) => this.#append(batch));
  readonly #settling = new Settling(() => this.#settle());
  readonly #progress: Progress = { isComputing: false };
  /** True since a reader's wait for a settlement ended without one. */
  #isHeldUp = false;
  #storedVector: Uint8Array;
  #catchingUp: Promise<void> | null = null;
  readonly #admission: Admission;
  /** Bytes of stored changes since the document was opened, and how many of them are folded into the state at least. */
  #storedBytes: number;
  #foldedBytes = 0;
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
    this.#admission = new Admission(this.doc, this.epoch);
    this.#storedBytes = sizeOf(stored.updates);
    this.doc.on('update', this.#onUpdate);
    if (stored.updates.length > 0) this.#settling.soon();
  }

  /** True if the stored text lacks some changes. */
  get isUnsettled(): boolean {
    return !this.#storing.isIdle || this.#settling.isDue;
  }

  get #unfoldedBytes(): number {
    return this.#storedBytes - this.#foldedBytes;
  }

  get storedVector(): Uint8Array {
    return this.#storedVector;
  }

  /**
   * Applies a member's update. Throws `LiveRefusal` without keeping any of it if it is not admitted, or arrives while
   * too many changes wait to be folded.
   */
  receive(update: Uint8Array, member: LiveMember): void {
    if (this.#unfoldedBytes + this.#storing.bytes > UNFOLDED_MAX) throw new LiveRefusal(CLOSING.tooMany);
    const admitted = this.#admission.check(update);
    try {
      this.doc.transact(() => Y.applyUpdate(this.doc, admitted.update), member);
    } catch {
      throw new LiveRefusal(CLOSING.malformed);
    }
    this.#admission.count(admitted);
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
  flush(): Promise<void> {
    return this.#storing.flush();
  }

  /** Updates text, HTML, index and history from the shared state. */
  settle(): Promise<void> {
    return this.#settling.now();
  }

  /**
   * Settles for a reader, who waits while a text is computed, but not for a database that does not store it: then the
   * stored text is read as it is, without a wait, until settling succeeds.
   */
  async settleForReader(): Promise<void> {
    if (this.#isHeldUp) return;
    const settled = this.settle();
    do {
      if (await settlesWithin(settled, READER_WAITS_MS)) return;
    } while (this.#progress.isComputing);
    this.#isHeldUp = true;
  }

  /** Ends the document in this process and closes all connections with a code. */
  end(code: number): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#storing.stop();
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
    if (writer) this.#storing.add(update, writer.userId);
  };

  /** Stores changes. Throws if they have to be stored again. */
  async #append({ changes, writers, isLast }: Batch): Promise<void> {
    const vector = Y.encodeStateVector(this.doc);
    try {
      const number = await appendUpdate({ documentId: this.id, epoch: this.epoch, changes, writers });
      if (number === this.#seen + 1) this.#seen = number;
    } catch (error) {
      if (error instanceof EpochEnded) return this.end(CLOSING.stateUnknown);
      throw error;
    }
    if (isLast) this.#acknowledge(vector);
    this.#settleSoon(changes.length);
  }

  async #settle(): Promise<void> {
    await this.flush();
    const stored = this.#storedBytes;
    await settleDocument(this.id, this.#progress);
    this.#isHeldUp = false;
    this.#foldedBytes = Math.max(this.#foldedBytes, stored);
  }

  /** Settles after a pause, or at once if many changes wait. `bytes`: size of newly stored ones. */
  #settleSoon(bytes: number): void {
    const wereFew = this.#unfoldedBytes <= FOLDED_FROM;
    this.#storedBytes += bytes;
    if (wereFew && this.#unfoldedBytes > FOLDED_FROM) void this.#settling.now();
    else this.#settling.soon();
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
    this.#admission.measure();
    if (this.#storing.isIdle) this.#acknowledge(Y.encodeStateVector(this.doc));
    if (stored) this.#foldedBytes = this.#storedBytes;
    const unfolded = stored?.updates ?? updates;
    if (unfolded.length > 0) this.#settleSoon(sizeOf(unfolded));
  }
}

const sizeOf = (updates: StoredUpdate[]): number => updates.reduce((sum, { changes }) => sum + changes.length, 0);
