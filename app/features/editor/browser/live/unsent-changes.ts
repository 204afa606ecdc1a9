import { fromBase64, toBase64 } from 'lib0/buffer';
import * as Y from 'yjs';
import type { Draft } from '#app/browser/drafts.ts';
import { isEpoch } from '#app/schemas/live-messages.ts';

/**
 * Tracks which changes of a shared document the server has stored, by state vectors: the own changes, and those taken
 * over from ended sessions. All other changes came from the server.
 */
export class UnsentChanges {
  readonly #doc: Y.Doc;
  #stored: Uint8Array = Y.encodeStateVector(new Y.Doc());
  /** Clocks by client id up to which changes of ended sessions were taken over. */
  readonly #taken = new Map<number, number>();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    doc.on('afterTransaction', this.#markDeletion);
  }

  /** Sets the state vector of what the server has stored. */
  set stored(vector: Uint8Array) {
    this.#stored = vector;
  }

  /** True if the server has stored all changes. */
  get isEmpty(): boolean {
    const own = Y.getState(this.#doc.store, this.#doc.clientID);
    return this.#has(this.#doc.clientID, own) && [...this.#taken].every(([client, clock]) => this.#has(client, clock));
  }

  /** The epoch of the document's state; null before it was received. */
  get epoch(): number | null {
    return [...this.#doc.store.clients.keys()].find(isEpoch) ?? null;
  }

  /** The changes that the server lacks, as an update. */
  get update(): Uint8Array<ArrayBuffer> {
    return Y.encodeStateAsUpdate(this.#doc, this.#stored) as Uint8Array<ArrayBuffer>;
  }

  /** The changes that the server lacks, as kept in a draft. */
  asDraft(): Draft['shared'] {
    const { epoch } = this;
    return epoch === null ? undefined : { epoch, update: toBase64(this.update) };
  }

  /**
   * Applies changes that another session did not send; repeated ones change nothing. Returns false if they belong to
   * another state or depend on changes that this one lacks.
   */
  take({ epoch, update }: { epoch: number; update: string | Uint8Array }, origin: unknown): boolean {
    if (epoch !== this.epoch) return false;
    const bytes = typeof update === 'string' ? fromBase64(update) : update;
    Y.applyUpdate(this.#doc, bytes, origin);
    const { store } = this.#doc;
    const isWhole = !store.pendingStructs && !store.pendingDs;
    store.pendingStructs = null;
    store.pendingDs = null;
    if (!isWhole) return false;
    for (const [client, clock] of Y.parseUpdateMeta(bytes).to)
      this.#taken.set(client, Math.max(clock, this.#taken.get(client) ?? 0));
    return true;
  }

  #has(client: number, clock: number): boolean {
    return clock <= (Y.decodeStateVector(this.#stored).get(client) ?? 0);
  }

  /**
   * Adds a marker to a deletion, as deletions alone do not advance the state vector. The marker shows when they are
   * stored.
   */
  readonly #markDeletion = ({ local, deleteSet, beforeState, afterState }: Y.Transaction) => {
    const own = this.#doc.clientID;
    if (!local || deleteSet.clients.size === 0 || (afterState.get(own) ?? 0) > (beforeState.get(own) ?? 0)) return;
    const state = this.#doc.getMap('state');
    this.#doc.transact(() => state.set('deletion', true));
  };
}
