import { followEvents } from '#app/browser/events.ts';
import { request } from '#app/browser/request.ts';
import { LiveSession } from '#app/features/editor/browser/live/live-session.ts';
import type { SessionOptions } from '#app/features/editor/browser/live/session-options.ts';
import type { Stored } from '#app/features/editor/browser/written.ts';

export type LiveOptions = Omit<SessionOptions, 'onStateEnded' | 'onSynced'>;

/** Minimum delay before joining again, as a server may reset its state repeatedly. */
const REJOIN_MS = 1000;

/**
 * Keeps an editor in the live session of its document. Joins again when the server resets the shared state. Where
 * WebSockets are blocked, others' saved changes arrive through events.
 */
export class LiveConnection {
  readonly #options: LiveOptions;
  readonly #stopEvents: () => void;
  #session: LiveSession;
  #rejoin: ReturnType<typeof setTimeout> | undefined;
  #wasSharing = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#session = this.#join();
    this.#stopEvents = followEvents(({ kind, data }) => {
      if (kind === 'document' && data.id === options.docId && data.version > options.editor.autosave.known.version)
        void this.#catchUp();
    });
  }

  /** True once text was shared, which an earlier copy of the page may lack. */
  get wasSharing(): boolean {
    return this.#wasSharing || this.#session.isSharing;
  }

  /** Starts or stops following a person's cursor. */
  follow(userId: string): void {
    this.#session.follow(userId);
  }

  end(): void {
    this.#stopEvents();
    clearTimeout(this.#rejoin);
    this.#session.end();
  }

  #join(): LiveSession {
    const { live } = this.#options.editor;
    return new LiveSession({
      ...this.#options,
      onStateEnded: () => this.#joinAgain(),
      onSynced: () => live.resolve((drafts) => this.#session.merge(drafts)),
    });
  }

  #joinAgain(): void {
    this.#wasSharing = true;
    this.#session.end();
    // The next session saves unsent text before it shares, so that the server merges it.
    this.#rejoin = setTimeout(() => {
      this.#session = this.#join();
    }, REJOIN_MS);
  }

  /** Shows a change that somebody else saved. Unsaved text stays: its next save merges both. */
  async #catchUp(): Promise<void> {
    if (this.#session.isConnected || this.#session.isSharing) return;
    const { editor, docId } = this.#options;
    const newer = await request<Stored>('GET', `/api/documents/${docId}`, { quiet: true }).catch((error: Error) => {
      console.warn('The saved text was not loaded:', error.name);
      return null;
    });
    if (newer && !this.#session.isConnected) editor.autosave.catchUp(newer);
  }
}
