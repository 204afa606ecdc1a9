import type { LiveMember } from '#app/services/live/live-document.ts';

/** Bytes sent to members before other work has its turn. */
const SENT_AT_ONCE_BYTES = 2 * 1024 * 1024;
/** Cost of a message besides its bytes, in bytes: a system call takes about as long as copying this many. */
const MESSAGE_COST_BYTES = 8 * 1024;

type Send = (member: LiveMember) => void;
type Waiting = { cost: number; send: Send; members: LiveMember[] };

/** Sends messages to members in order. Large ones, and those to many members, take several turns of the event loop. */
export class OutgoingMessages {
  readonly #members: ReadonlySet<LiveMember>;
  readonly #waiting: Waiting[] = [];

  constructor(members: ReadonlySet<LiveMember>) {
    this.#members = members;
  }

  /** Calls `send`, which sends a message of `bytes` bytes, for all present members but one. */
  toAll(bytes: number, send: Send, except?: unknown): void {
    const members = [...this.#members].filter((member) => member !== except);
    this.#waiting.push({ cost: bytes + MESSAGE_COST_BYTES, send, members });
    if (this.#waiting.length === 1) this.#sendSome();
  }

  #sendSome(): void {
    let left = SENT_AT_ONCE_BYTES;
    while (left > 0) {
      const [first] = this.#waiting;
      if (!first) return;
      const count = Math.ceil(left / first.cost);
      for (const member of first.members.splice(0, count)) {
        if (this.#members.has(member)) first.send(member);
        left -= first.cost;
      }
      if (first.members.length === 0) this.#waiting.shift();
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#sendSome());
  }
}
