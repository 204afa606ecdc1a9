import { LiveSession, type SessionOptions } from '#app/features/editor/browser/live/live-session.ts';

/** A server that makes a state anew again and again is not asked more often. */
const REJOIN_MS = 1000;

/** Keeps an editor in the shared session of its document; joins again when the shared state was made anew. */
export class LiveConnection {
  readonly #options: Omit<SessionOptions, 'onStateEnded'>;
  #session: LiveSession;
  #rejoin: ReturnType<typeof setTimeout> | undefined;
  #wasSharing = false;

  constructor(options: Omit<SessionOptions, 'onStateEnded'>) {
    this.#options = options;
    this.#session = this.#join();
  }

  /** Whether text was shared that a page loaded before may not show. */
  get wasSharing(): boolean {
    return this.#wasSharing || this.#session.isSharing;
  }

  /** Keeps someone's cursor in view, or stops doing so. */
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
    // The next session saves what is unsent before it shares, and the server merges that.
    this.#rejoin = setTimeout(() => {
      this.#session = this.#join();
    }, REJOIN_MS);
  }
}
