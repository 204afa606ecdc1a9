import type { WebSocket } from 'ws';
import type { TimeShare } from '#app/http/live/time-share.ts';

type Pausable = Pick<WebSocket, 'pause' | 'resume'>;

/** Handles a connection's messages in order, and lets its client wait while its person's share of time is used up. */
export class PacedMessages {
  readonly #socket: Pausable;
  readonly #share: TimeShare;
  readonly #handle: (message: Buffer) => void;
  /** Messages that had arrived before the socket was paused. */
  readonly #waiting: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Pausable, share: TimeShare, handle: (message: Buffer) => void) {
    this.#socket = socket;
    this.#share = share;
    this.#handle = handle;
  }

  receive(message: Buffer): void {
    this.#waiting.push(message);
    if (!this.#timer) this.#goOn();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #goOn(): void {
    while (this.#waiting.length > 0) {
      const { pauseMs } = this.#share;
      if (pauseMs > 0) {
        this.#timer ??= this.#pause(pauseMs);
        return;
      }
      const message = this.#waiting.shift()!;
      this.#share.run(() => this.#handle(message));
    }
  }

  #pause(milliseconds: number): NodeJS.Timeout {
    this.#socket.pause();
    return setTimeout(() => {
      this.#timer = undefined;
      this.#goOn();
      if (!this.#timer) this.#socket.resume();
    }, milliseconds);
  }
}
