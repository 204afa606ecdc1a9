import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { LiveRefusal } from '#app/services/live/check-update.ts';
import type { LiveMember } from '#app/services/live/live-document.ts';

/** A person's identity, as shown to others. */
export type PresentUser = { id: string; name: string; color: string; image?: string };
export type PresentState = { user: PresentUser; cursor?: unknown; isEditing: boolean };
/** `member` is null for a connection to another process. */
type Entry = { clock: number; state: PresentState | null; member: LiveMember | null; seenAt: number };

/** Timeout of a client. Clients announce themselves every 15 s. */
const GONE_AFTER_MS = 40_000;
const STATE_MAX = 4096;
const CLIENTS_MAX = 4;

type Send = (update: Uint8Array, except?: LiveMember) => void;

/**
 * Cursors and names in a document (Yjs awareness protocol). The server sets identities and ignores those sent by
 * clients.
 */
export class Presence {
  readonly #entries = new Map<number, Entry>();
  /** Sends changes to the members of this process. */
  toMembers: Send = () => {};
  /** Called for each change by a member of this process. */
  readonly #onOwnChange: (update: Uint8Array) => void;

  constructor(onOwnChange: (update: Uint8Array) => void) {
    this.#onOwnChange = onOwnChange;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Applies a member's awareness message. Entries of other members' clients are ignored. Throws `LiveRefusal`. */
  receive(message: Uint8Array, member: LiveMember, user: PresentUser, mayEdit: boolean): void {
    const changed: number[] = [];
    for (const [client, clock, claimed] of decodeEntries(message)) {
      const known = this.#entries.get(client);
      if (known && known.member !== member && known.state !== null) continue;
      if (known && (clock < known.clock || (clock === known.clock && claimed !== null))) continue;
      if (!known && this.#clientsOf(member) >= CLIENTS_MAX) throw new LiveRefusal(CLOSING.tooMany);
      const state = claimed === null ? null : truthful(claimed, user, mayEdit);
      this.#entries.set(client, { clock, state, member, seenAt: Date.now() });
      changed.push(client);
    }
    this.#tell(changed, member);
  }

  /** Marks a person as reading, until they time out. */
  read(client: number, user: PresentUser): void {
    const known = this.#entries.get(client);
    const state = { user, isEditing: false };
    this.#entries.set(client, { clock: (known?.clock ?? 0) + 1, state, member: null, seenAt: Date.now() });
    this.#tell([client]);
  }

  /** Applies an awareness message of another process. */
  receiveRemote(message: Uint8Array): void {
    const changed: number[] = [];
    for (const [client, clock, claimed] of decodeEntries(message)) {
      const known = this.#entries.get(client);
      if (known?.member || (known && clock <= known.clock)) continue;
      this.#entries.set(client, { clock, state: claimed as PresentState | null, member: null, seenAt: Date.now() });
      changed.push(client);
    }
    if (changed.length > 0) this.toMembers(this.#encode(changed));
  }

  /** Removes a member's clients. */
  leave(member: LiveMember): void {
    const changed: number[] = [];
    for (const [client, entry] of this.#entries) {
      if (entry.member !== member || entry.state === null) continue;
      this.#entries.set(client, { ...entry, clock: entry.clock + 1, state: null });
      changed.push(client);
    }
    this.#tell(changed, member);
  }

  /** Removes clients that have timed out. */
  removeSilent(now = Date.now()): void {
    const gone: number[] = [];
    for (const [client, entry] of this.#entries) {
      if (now - entry.seenAt < GONE_AFTER_MS) continue;
      if (entry.state === null) this.#entries.delete(client);
      else {
        this.#entries.set(client, { ...entry, clock: entry.clock + 1, state: null });
        gone.push(client);
      }
    }
    this.#tell(gone);
  }

  /** Encodes all present clients, or only those of this process; null if there are none. */
  everyone({ ownOnly = false } = {}): Uint8Array | null {
    const present = [...this.#entries]
      .filter(([, { state, member }]) => state !== null && (member !== null || !ownOnly))
      .map(([client]) => client);
    return present.length > 0 ? this.#encode(present) : null;
  }

  /** Returns the states of all present clients. */
  states(): PresentState[] {
    return [...this.#entries.values()].flatMap(({ state }) => (state ? [state] : []));
  }

  #clientsOf(member: LiveMember): number {
    let count = 0;
    for (const entry of this.#entries.values()) if (entry.member === member && entry.state) count += 1;
    return count;
  }

  #tell(clients: number[], except?: LiveMember): void {
    if (clients.length === 0) return;
    const update = this.#encode(clients);
    this.toMembers(update, except);
    this.#onOwnChange(update);
  }

  #encode(clients: number[]): Uint8Array {
    return encodeEntries(
      clients.map((client) => {
        const { clock, state } = this.#entries.get(client)!;
        return [client, clock, state];
      }),
    );
  }
}

type Decoded = [client: number, clock: number, state: Record<string, unknown> | null];

function decodeEntries(message: Uint8Array): Decoded[] {
  try {
    const decoder = decoding.createDecoder(message);
    const count = decoding.readVarUint(decoder);
    if (count > 1000) throw new LiveRefusal(CLOSING.malformed);
    const entries: Decoded[] = [];
    for (let index = 0; index < count; index += 1) {
      const client = decoding.readVarUint(decoder);
      const clock = decoding.readVarUint(decoder);
      const text = decoding.readVarString(decoder);
      if (text.length > STATE_MAX) throw new LiveRefusal(CLOSING.malformed);
      const state: unknown = JSON.parse(text);
      if (state !== null && (typeof state !== 'object' || Array.isArray(state)))
        throw new LiveRefusal(CLOSING.malformed);
      entries.push([client, clock, state as Decoded[2]]);
    }
    return entries;
  } catch {
    throw new LiveRefusal(CLOSING.malformed);
  }
}

function encodeEntries(entries: [number, number, PresentState | null][]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const [client, clock, state] of entries) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, JSON.stringify(state));
  }
  return encoding.toUint8Array(encoder);
}

function truthful({ cursor, isEditing }: Record<string, unknown>, user: PresentUser, mayEdit: boolean): PresentState {
  const state: PresentState = { user, isEditing: mayEdit && isEditing === true };
  return typeof cursor === 'object' ? { ...state, cursor } : state;
}
