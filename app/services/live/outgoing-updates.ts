import type { LiveMember } from '#app/services/live/live-document.ts';

/** Bytes sent to members before other work has its turn. */
const SENT_AT_ONCE_BYTES = 2 * 1024 * 1024;

/** Sends updates to members in order. Large ones to many members take several turns of the event loop. */
export class OutgoingUpdates {
  readonly #members: ReadonlySet<LiveMember>;
  readonly #waiting: { update: Uint8Array; members: LiveMember[] }[] = [];

  constructor(members: ReadonlySet<LiveMember>) {
    this.#members = members;
  }

  /** Sends an update to all members but one. */
  send(update: Uint8Array, except: unknown): void {
    this.#waiting.push({ update, members: [...this.#members].filter((member) => member !== except) });
    if (this.#waiting.length === 1) this.#sendSome();
  }

  #sendSome(): void {
    let left = SENT_AT_ONCE_BYTES;
    while (left > 0) {
      const [first] = this.#waiting;
      if (!first) return;
      const count = Math.ceil(left / first.update.length);
      for (const member of first.members.splice(0, count)) {
        if (this.#members.has(member)) member.send(first.update);
        left -= first.update.length;
      }
      if (first.members.length === 0) this.#waiting.shift();
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#sendSome());
  }
}
