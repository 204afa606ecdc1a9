import type { EventLoopTurns } from '#app/services/live/event-loop-turns.ts';
import type { LiveMember } from '#app/services/live/live-document.ts';

type Message = {
  send: (member: LiveMember) => void;
  /** A member who does not get the message. */
  except?: LiveMember | undefined;
};
type Begun = Message & { members: LiveMember[] };

/** Sends messages to members in order, one member at a time, so that a crowd takes several turns of the event loop. */
export class OutgoingMessages {
  readonly #members: ReadonlySet<LiveMember>;
  readonly #turns: EventLoopTurns;
  readonly #waiting: (() => Begun)[] = [];
  #begun: Begun | null = null;

  constructor(members: ReadonlySet<LiveMember>, turns: EventLoopTurns) {
    this.#members = members;
    this.#turns = turns;
  }

  /** Sends a message to all present members but one. */
  toAll(message: Message): void {
    const begun = this.#to(message);
    this.#queue(() => begun);
  }

  /** Like `toAll`; the message is made once those before it are sent. */
  toAllLater(make: () => Message): void {
    this.#queue(() => this.#to(make()));
  }

  #to(message: Message): Begun {
    return { ...message, members: [...this.#members].filter((member) => member !== message.except).reverse() };
  }

  #queue(make: () => Begun): void {
    this.#waiting.push(make);
    if (this.#waiting.length === 1 && !this.#begun) this.#turns.run(this.#sendOne);
  }

  readonly #sendOne = (): boolean => {
    this.#begun ??= this.#waiting.shift()!();
    const member = this.#begun.members.pop();
    if (member && this.#members.has(member)) this.#begun.send(member);
    if (this.#begun.members.length === 0) this.#begun = null;
    return this.#begun !== null || this.#waiting.length > 0;
  };
}
