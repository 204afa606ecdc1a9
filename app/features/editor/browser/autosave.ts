import { RequestError, request } from '#app/browser/request.ts';
import type { Draft, Drafts } from '#app/features/editor/browser/drafts.ts';

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'refused';
export type Written = { title: string; icon: string | null; content: string };
type Saved = Written & { version: number; merged?: true };

type Options = {
  docId: string;
  /** The text the editor began with, as the server has it. */
  base: Written & { version: number };
  drafts: Drafts | null;
  read: () => Written;
  /** What is read now is being sent. */
  onSend: () => void;
  /** The server merged someone else's change into what was sent. */
  adopt: (sent: Written, merged: Written) => void;
  onState: (state: SaveState, message?: string) => void;
};

const SAVE_AFTER_MS = 1000;
const DRAFT_AFTER_MS = 250;
const RETRY_FIRST_MS = 2000;
const RETRY_MOST_MS = 30_000;

const isSame = (a: Written, b: Written) => a.content === b.content && a.title === b.title && a.icon === b.icon;

/**
 * Sends what is written after a second of rest. Until the server has it, it also lies in IndexedDB: leaving the page, a
 * lost network, an ended session or a server that restarts lose nothing. One request is under way at a time.
 */
export class Autosave {
  readonly #options: Options;
  #known: Written & { version: number };
  #running: Promise<void> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = RETRY_FIRST_MS;
  state: SaveState = 'saved';

  constructor(options: Options) {
    this.#options = options;
    this.#known = options.base;
    addEventListener('online', this.#retry);
  }

  get version(): number {
    return this.#known.version;
  }

  get isDirty(): boolean {
    return !isSame(this.#options.read(), this.#known);
  }

  /** Something was typed. */
  changed(): void {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.#keepDraft(), DRAFT_AFTER_MS);
    if (this.state === 'conflict') return;
    if (this.state !== 'saving' && this.state !== 'offline') this.#show('unsaved');
    this.#schedule(SAVE_AFTER_MS);
  }

  /** What was found in IndexedDB is brought back: it was typed on an older version, and is merged from there. */
  beginFrom(baseVersion: number): void {
    this.#known = { ...this.#known, version: baseVersion };
    this.changed();
  }

  /** Sends at once what is not sent yet, as a save of its own in the history; afterwards `state` tells how it went. */
  async flush({ autosave = false } = {}): Promise<void> {
    clearTimeout(this.#saveTimer);
    while (this.#running) await this.#running;
    if (this.state === 'conflict') return;
    await this.#begin(autosave);
  }

  /** Leaves the page: the text is kept here and sent. Answers whether there was something to send, once the server has it. */
  async stop(): Promise<boolean> {
    removeEventListener('online', this.#retry);
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#draftTimer);
    if (!this.isDirty) return false;
    this.#keepDraft();
    if (this.state === 'conflict') return false;
    await this.flush({ autosave: true });
    return this.state === 'saved';
  }

  /** The page may go away: what is not sent is put into IndexedDB without waiting. */
  keepNow(): void {
    if (this.isDirty) this.#keepDraft();
  }

  readonly #retry = () => {
    if (this.state === 'offline') this.#schedule(0);
  };

  #schedule(afterMs: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => {
      if (!this.#running) void this.#begin(true);
    }, afterMs);
  }

  #begin(autosave: boolean): Promise<void> {
    this.#running = this.#save(autosave).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #save(autosave: boolean): Promise<void> {
    const { docId, read, adopt } = this.#options;
    const sent = read();
    if (isSame(sent, this.#known)) return this.#settled();
    this.#options.onSend();
    this.#show('saving');
    this.#keepDraft();
    try {
      const body = { ...sent, icon: sent.icon ?? '', baseVersion: this.#known.version, autosave };
      const { version, title, icon, content, merged } = await request<Saved>('PATCH', `/api/documents/${docId}`, {
        body,
        quiet: true,
      });
      this.#known = { version, title, icon, content };
      this.#retryMs = RETRY_FIRST_MS;
      if (merged) adopt(sent, this.#known);
      if (!this.isDirty) return this.#settled();
      this.#show('unsaved');
      this.#schedule(SAVE_AFTER_MS);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const status = error instanceof RequestError ? error.status : 0;
    const willPass = status === 0 || status === 429 || status >= 500;
    if (status === 409) this.#show('conflict');
    else if (willPass) this.#waitAndRetry();
    else this.#show('refused', (error as RequestError).message);
  }

  #waitAndRetry(): void {
    this.#show('offline');
    this.#schedule(this.#retryMs);
    this.#retryMs = Math.min(RETRY_MOST_MS, 2 * this.#retryMs);
  }

  #settled(): void {
    clearTimeout(this.#draftTimer);
    this.#show('saved');
    this.#options.drafts?.remove().catch(reportStorage);
  }

  #keepDraft(): void {
    clearTimeout(this.#draftTimer);
    const draft: Draft = { ...this.#options.read(), baseVersion: this.#known.version, at: Date.now() };
    this.#options.drafts?.keep(draft).catch(reportStorage);
  }

  #show(state: SaveState, message?: string): void {
    if (state === this.state && !message) return;
    this.state = state;
    this.#options.onState(state, message);
  }
}

/** Saving goes on without it; the text itself is in no message. */
function reportStorage(error: unknown): void {
  console.warn('This browser keeps no drafts:', (error as Error).name);
}
