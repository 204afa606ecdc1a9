import { LiveSession, type SessionOptions } from '#app/features/editor/browser/live/live-session.ts';

/** Minimum delay before joining again, as a server may reset its state repeatedly. */
const REJOIN_MS = 1000;

/** Keeps an editor in the live session of its document. Joins again when the server resets the shared state. */
export class LiveConnection {
  readonly #options: Omit<SessionOptions, 'onStateEnded'>;
  #session: LiveSession;
  #rejoin: ReturnType<typeof setTimeout> | undefined;
  #wasSharing = false;

  constructor(options: Omit<SessionOptions, 'onStateEnded'>) {
    this.#options = options;
    this.#session = this.#join();
  }

  /** True if text was shared that an earlier copy of the page may not show. */
  get wasSharing(): boolean {
    return this.#wasSharing || this.#session.isSharing;
  }

  /** Starts or stops following a person's cursor. */
  follow(userId: string): void {
    this.#session.follow(userId);
  }

  end(): void {
    clearTimeout(this.#rejoin);
    this.#session.end();
  }

  #join(): LiveSession {
    return new LiveSession({ ...this.#options, onStateEnded: () => this.#joinAgain() });
  }

  #joinAgain(): void {
    this.#wasSharing = true;
    this.#session.end();
    // The next session saves unsent text before it shares, so that the server merges it.
    this.#rejoin = setTimeout(() => {
      this.#session = this.#join();
    }, REJOIN_MS);
  }
}
