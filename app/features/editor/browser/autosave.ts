import type { Draft, DraftKeeper } from '#app/browser/drafts.ts';
import { RequestError } from '#app/browser/request.ts';
import {
  changedFields,
  isSame,
  type Saved,
  sendAtOnce,
  type Written,
  write,
} from '#app/features/editor/browser/save-request.ts';

export type { Written } from '#app/features/editor/browser/save-request.ts';
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'refused';

type Conflicting = { current: { version: number; title: string; content: string } };

type Options = {
  docId: string;
  /** The text the editor began with, as the server has it. */
  base: Saved;
  drafts: DraftKeeper | null;
  read: () => Written;
  /** What is read now is being sent. */
  onSend: () => void;
  /** The server merged someone else's change into what was sent. */
  adopt: (sent: Written, merged: Written) => void;
  onState: (state: SaveState, message?: string) => void;
};

/** The connection that saves a text several people write in. */
export type Shared = { isStored: () => boolean; whenStored: () => Promise<void> };

const SAVE_AFTER_MS = 1000;
/** However steadily one types, what was typed first waits no longer. */
const SAVE_WITHIN_MS = 2500;
const DRAFT_AFTER_MS = 400;
const RETRY_FIRST_MS = 2000;
const RETRY_MOST_MS = 30_000;

/**
 * Sends what is written after a second of rest, and every few seconds while there is none. Until the server has it, it
 * also lies in IndexedDB, and in local storage once the page goes: leaving, a crash, a lost network, an ended session or
 * a server that restarts lose nothing. One request is under way at a time.
 */
export class Autosave {
  readonly #options: Options;
  #known: Saved;
  #running: Promise<void> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest change was typed that no request carries yet. */
  #unsentSince: number | null = null;
  #retryMs = RETRY_FIRST_MS;
  /** What was sent last while its answer is not known: the server may have it all the same. */
  #pending: Written | null = null;
  #inFlight: Written | null = null;
  /** Set while the text is shared with others: the shared text is saved by its own connection. */
  #shared: Shared | null = null;
  #isPaused = false;
  state: SaveState = 'saved';

  constructor(options: Options) {
    this.#options = options;
    this.#known = options.base;
    addEventListener('online', this.#retry);
  }

  get version(): number {
    return this.#known.version;
  }

  /** The title, icon and text of the last save, and their version. */
  get known(): Saved {
    return this.#known;
  }

  get isSending(): boolean {
    return this.#running !== null;
  }

  get isDirty(): boolean {
    if (this.#shared) return !this.#shared.isStored() || this.#options.read().icon !== this.#known.icon;
    return !isSame(this.#options.read(), this.#known);
  }

  /** Something was typed. */
  changed(): void {
    this.#draftTimer ??= setTimeout(() => this.#keepDraft(), DRAFT_AFTER_MS);
    if (this.#shared) {
      this.#saveIconSoon();
      return;
    }
    this.#unsentSince ??= Date.now();
    if (this.state === 'conflict' || this.#isPaused) return;
    if (this.state !== 'saving' && this.state !== 'offline') this.#show('unsaved');
    if (this.state !== 'offline') this.#scheduleSave();
  }

  /** A draft is brought back: it was typed on an older version, and is merged from there. */
  beginFrom({ baseVersion, pending }: Pick<Draft, 'baseVersion' | 'pending'>): void {
    this.#known = { ...this.#known, version: baseVersion };
    this.#pending = pending ?? null;
    this.changed();
  }

  /** Whether the text is shared with other editors, or about to be. */
  get isShared(): boolean {
    return this.#shared !== null || this.#isPaused;
  }

  /**
   * Takes a newer text of the server into an editor in which nothing was typed. A shared text has it already: taken again,
   * it would double.
   */
  catchUp(newer: Saved): void {
    if (this.#shared || this.isDirty || newer.version <= this.#known.version) return;
    const before = this.#known;
    this.#known = newer;
    this.#options.adopt(before, newer);
  }

  /** The editor holds a newer text of the server with what is unsent on top. */
  rebase(newer: Saved): void {
    this.#known = newer;
  }

  /** Sends at once what is not sent yet, as a save of its own in the history; afterwards `state` tells how it went. */
  async flush({ autosave = false } = {}): Promise<void> {
    clearTimeout(this.#saveTimer);
    while (this.#running) await this.#running;
    if (this.state === 'conflict') return;
    if (this.#shared) return this.#flushShared();
    await this.#begin(autosave);
  }

  /** Stops saving, once what is under way has its answer, so that the text can be shared. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#saveTimer);
    while (this.#running) await this.#running;
  }

  /** From now on the connection to others saves title and text. */
  share(shared: Shared): void {
    this.#shared = shared;
  }

  /** What the connection to others says about the text. */
  tellShared(state: 'saved' | 'saving' | 'offline'): void {
    if (state === 'saved') {
      this.#settled();
      return;
    }
    this.#draftTimer ??= setTimeout(() => this.#keepDraft(), DRAFT_AFTER_MS);
    this.#show(state);
  }

  /** Saves by itself again. */
  resume(): void {
    this.#shared = null;
    this.#isPaused = false;
    if (this.isDirty) this.changed();
  }

  /** Leaves the page: the text is kept here and sent. Answers whether there was something to send, once the server has it. */
  async stop(): Promise<boolean> {
    removeEventListener('online', this.#retry);
    clearTimeout(this.#saveTimer);
    const isDirty = this.isDirty;
    if (isDirty) this.#keepDraft();
    clearTimeout(this.#draftTimer);
    if (!isDirty || this.state === 'conflict') return false;
    await this.flush({ autosave: true });
    return this.state === 'saved';
  }

  /** The page may go away without another word: a copy that needs no waiting. Tells whether the text is kept somewhere. */
  keepNow(): boolean {
    return !this.isDirty || (this.#options.drafts?.keepAtOnce(this.#draft()) ?? false);
  }

  /** The page goes away: the copy, and a request that outlives it. */
  leave(): void {
    if (!this.isDirty) return;
    this.keepNow();
    if (this.state !== 'conflict' && !this.#shared)
      sendAtOnce(this.#options.docId, changedFields(this.#options.read(), this.#known));
  }

  readonly #retry = () => {
    if (this.state === 'offline') this.#schedule(0);
  };

  #saveIconSoon(): void {
    if (this.#options.read().icon !== this.#known.icon) this.#scheduleSave();
  }

  async #flushShared(): Promise<void> {
    await this.#saveIcon();
    await this.#shared?.whenStored();
  }

  async #saveIcon(): Promise<void> {
    const { icon } = this.#options.read();
    if (icon === this.#known.icon) return;
    try {
      await write(this.#options.docId, { icon: icon ?? '', autosave: true });
      this.#known = { ...this.#known, icon };
    } catch (error) {
      this.#failed(error);
    }
  }

  #scheduleSave(): void {
    const waited = Date.now() - (this.#unsentSince ?? Date.now());
    this.#schedule(Math.max(0, Math.min(SAVE_AFTER_MS, SAVE_WITHIN_MS - waited)));
  }

  #schedule(afterMs: number): void {
    if (this.#isPaused && !this.#shared) return;
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
    if (this.#shared) return this.#saveIcon();
    const { docId, read, adopt, onSend } = this.#options;
    const sent = read();
    this.#unsentSince = null;
    if (isSame(sent, this.#known)) return this.#settled();
    onSend();
    this.#show('saving');
    this.#inFlight = sent;
    try {
      const { merged, ...saved } = await write(docId, { ...changedFields(sent, this.#known), autosave });
      this.#known = saved;
      this.#pending = null;
      this.#retryMs = RETRY_FIRST_MS;
      if (merged) adopt(sent, saved);
      if (!this.isDirty) return this.#settled();
      this.#show('unsaved');
      this.#scheduleSave();
    } catch (error) {
      if (this.#hasArrived(error)) return this.#save(autosave);
      this.#pending = sent;
      this.#failed(error);
    } finally {
      this.#inFlight = null;
    }
  }

  /** A conflict with what this very session sent is none: the answer to it was lost on the way. */
  #hasArrived(error: unknown): boolean {
    const conflict = error instanceof RequestError && error.status === 409 ? (error.data as Conflicting) : null;
    const arrived = this.#pending;
    if (!conflict || !arrived) return false;
    const { version, title, content } = conflict.current;
    if (title !== arrived.title || content !== arrived.content) return false;
    this.#known = { ...arrived, version };
    this.#pending = null;
    return true;
  }

  #failed(error: unknown): void {
    this.#keepDraft();
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
    this.#draftTimer = undefined;
    this.#unsentSince = null;
    this.#show('saved');
    this.#options.drafts?.remove().catch(reportStorage);
  }

  #draft() {
    return {
      ...this.#options.read(),
      baseVersion: this.#known.version,
      pending: this.#inFlight ?? this.#pending,
      at: Date.now(),
    };
  }

  #keepDraft(): void {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    this.#options.drafts?.keep(this.#draft()).catch(reportStorage);
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
