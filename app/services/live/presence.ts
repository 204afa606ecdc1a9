import { CLOSING } from '#app/schemas/live-messages.ts';
import { decodeEntries, encodeEntries, encodeParts } from '#app/services/live/awareness-entries.ts';
import { LiveRefusal } from '#app/services/live/check-update.ts';
import type { LiveMember } from '#app/services/live/live-document.ts';

/** A person's identity, as shown to others. */
export type PresentUser = { id: string; name: string; color: string; image?: string };
export type PresentState = { user: PresentUser; cursor?: unknown; isEditing: boolean };
/** `member` is null for a connection to another process. */
type Entry = { clock: number; state: PresentState | null; member: LiveMember | null; seenAt: number };

/** Timeout of a client. Clients announce themselves every 15 s. */
const GONE_AFTER_MS = 40_000;
const CLIENTS_MAX = 4;

/** A message with changes, and the member who made all of them. */
export type PresenceNews = { update: Uint8Array; except: LiveMember | undefined };

/**
 * Sends changes to the members of this process. Calls `take` when it is ready to send: changes until then share one
 * message. Otherwise a crowd that leaves would cause one message per person to everybody.
 */
type ToMembers = (take: () => PresenceNews) => void;

/**
 * Cursors and names in a document (Yjs awareness protocol). The server sets identities and ignores those sent by
 * clients.
 */
export class Presence {
  readonly #entries = new Map<number, Entry>();
  /** Present clients of members, so that thousands who join or leave do not search each other's. */
  readonly #clientsOf = new Map<LiveMember, Set<number>>();
  /** Changed clients that were not sent to the members yet, and who changed them. */
  readonly #untold = new Set<number>();
  readonly #tellers = new Set<LiveMember | undefined>();
  #everyone: Uint8Array | null = null;
  #toMembers: ToMembers = (take) => void take();
  /** Called for each change by a member of this process, with parts that fit into a notice. */
  readonly #onOwnChange: (update: Uint8Array) => void;

  constructor(onOwnChange: (update: Uint8Array) => void) {
    this.#onOwnChange = onOwnChange;
  }

  /** Sends further changes through the document that this process has opened. */
  tellThrough(toMembers: ToMembers): void {
    this.#toMembers = toMembers;
    // Members of the new document have them already.
    this.#untold.clear();
    this.#tellers.clear();
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /**
   * Applies a member's awareness message. Entries of other people's clients are ignored. Throws `LiveRefusal` if it is
   * malformed, or claims more than four clients.
   */
  receive(message: Uint8Array, member: LiveMember, user: PresentUser, mayEdit: boolean): void {
    const changed: number[] = [];
    for (const [client, clock, claimed] of decodeEntries(message)) {
      const known = this.#entries.get(client);
      // Ignore departures of unknown clients: otherwise one message could add a thousand entries.
      if (!known && claimed === null) continue;
      const isElsewhere = known !== undefined && known.state !== null && known.member !== member;
      if (isElsewhere && !(claimed && isReturn(known, clock, user))) continue;
      if (known && (clock < known.clock || (clock === known.clock && claimed !== null))) continue;
      const isNew = !known || known.state === null || isElsewhere;
      if (isNew && claimed && (this.#clientsOf.get(member)?.size ?? 0) >= CLIENTS_MAX)
        throw new LiveRefusal(CLOSING.tooMany);
      this.#set(client, { clock, state: claimed && truthful(claimed, user, mayEdit), member });
      changed.push(client);
    }
    this.#tell(changed, member);
  }

  /** Marks a person as reading, until they time out. */
  read(client: number, user: PresentUser): void {
    const known = this.#entries.get(client);
    const state = { user, isEditing: false };
    this.#set(client, { clock: (known?.clock ?? 0) + 1, state, member: null });
    this.#tell([client]);
  }

  /** Applies an awareness message of another process. */
  receiveRemote(message: Uint8Array): void {
    const changed: number[] = [];
    for (const [client, clock, claimed] of decodeEntries(message)) {
      const known = this.#entries.get(client);
      const state = claimed as PresentState | null;
      if (known && clock <= known.clock) continue;
      if (known?.member && known.state && !(state && isReturn(known, clock, state.user))) continue;
      this.#set(client, { clock, state, member: null });
      changed.push(client);
    }
    this.#tellMembers(changed);
  }

  /** Removes a member's clients. */
  leave(member: LiveMember): void {
    const gone = [...(this.#clientsOf.get(member) ?? [])];
    for (const client of gone) this.#remove(client);
    this.#tell(gone, member);
  }

  /** Removes clients that have timed out. */
  removeSilent(now = Date.now()): void {
    const gone: number[] = [];
    for (const [client, entry] of this.#entries) {
      if (now - entry.seenAt < GONE_AFTER_MS) continue;
      if (entry.state === null) this.#entries.delete(client);
      else {
        this.#remove(client, entry.seenAt);
        gone.push(client);
      }
    }
    this.#tell(gone);
  }

  /** Encodes all present clients; null if there are none. */
  everyone(): Uint8Array | null {
    this.#everyone ??= this.#encode([...this.#entries].filter(([, { state }]) => state).map(([client]) => client));
    return this.#everyone;
  }

  /** Encodes the clients of members of this process, in parts that fit into a notice. */
  ownMembers(): Uint8Array[] {
    return encodeParts(this.#entriesOf([...this.#clientsOf.values()].flatMap((clients) => [...clients])));
  }

  /** Returns the states of all present clients. */
  states(): PresentState[] {
    return [...this.#entries.values()].flatMap(({ state }) => (state ? [state] : []));
  }

  #set(client: number, entry: Omit<Entry, 'seenAt'>, seenAt = Date.now()): void {
    const before = this.#entries.get(client)?.member;
    if (before) this.#forget(before, client);
    const { state, member } = entry;
    if (member && state) this.#clientsOf.set(member, (this.#clientsOf.get(member) ?? new Set()).add(client));
    this.#entries.set(client, { ...entry, seenAt });
    this.#everyone = null;
  }

  #remove(client: number, seenAt?: number): void {
    const { clock, member } = this.#entries.get(client)!;
    this.#set(client, { clock: clock + 1, state: null, member }, seenAt);
  }

  #forget(member: LiveMember, client: number): void {
    const clients = this.#clientsOf.get(member);
    clients?.delete(client);
    if (clients?.size === 0) this.#clientsOf.delete(member);
  }

  #tell(clients: number[], by?: LiveMember): void {
    this.#tellMembers(clients, by);
    for (const part of encodeParts(this.#entriesOf(clients))) this.#onOwnChange(part);
  }

  #tellMembers(clients: number[], by?: LiveMember): void {
    if (clients.length === 0) return;
    const isFirst = this.#untold.size === 0;
    for (const client of clients) this.#untold.add(client);
    this.#tellers.add(by);
    if (isFirst) this.#toMembers(this.#takeUntold);
  }

  readonly #takeUntold = (): PresenceNews => {
    const update = this.#encode([...this.#untold]) ?? encodeEntries([]);
    const [by] = this.#tellers;
    const except = this.#tellers.size === 1 ? by : undefined;
    this.#untold.clear();
    this.#tellers.clear();
    return { update, except };
  };

  /** Encodes the entries of clients; null without any. */
  #encode(clients: number[]): Uint8Array | null {
    const entries = this.#entriesOf(clients);
    return entries.length > 0 ? encodeEntries(entries) : null;
  }

  #entriesOf(clients: number[]): [number, number, PresentState | null][] {
    return clients.flatMap((client) => {
      const known = this.#entries.get(client);
      return known ? [[client, known.clock, known.state] as [number, number, PresentState | null]] : [];
    });
  }
}

/**
 * Returns true if a client is a person's own and has a newer state: it returned over another connection, while the lost
 * one is not closed yet.
 */
const isReturn = (known: Entry, clock: number, { id }: PresentUser): boolean =>
  known.state?.user.id === id && clock > known.clock;

function truthful({ cursor, isEditing }: Record<string, unknown>, user: PresentUser, mayEdit: boolean): PresentState {
  const state: PresentState = { user, isEditing: mayEdit && isEditing === true };
  return typeof cursor === 'object' ? { ...state, cursor } : state;
}
