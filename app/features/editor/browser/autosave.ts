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
  /** The saved revision that the editor started from. */
  base: Saved;
  drafts: DraftKeeper | null;
  read: () => Written;
  /** Called when the text returned by `read` is being sent. */
  onSend: () => void;
  /** Called when the server merged another person's change into the sent text. */
  adopt: (sent: Written, merged: Written) => void;
  onState: (state: SaveState, message?: string) => void;
};

/** The live connection, which saves the text while several people edit it. */
export type Shared = { isStored: () => boolean; whenStored: () => Promise<void> };

const SAVE_AFTER_MS = 1000;
/** Upper limit for the delay of unsent text during continuous typing. */
const SAVE_WITHIN_MS = 2500;
const DRAFT_AFTER_MS = 400;
const RETRY_FIRST_MS = 2000;
const RETRY_MOST_MS = 30_000;

/**
 * Debounced autosave: sends after a second without typing, or every few seconds while typing continues. Until the
 * server acknowledges the text, a draft is kept in IndexedDB and, when the page unloads, in local storage. So
 * navigation, a crash, a lost network, an expired session or a server restart lose nothing. At most one request is in
 * flight.
 */
export class Autosave {
  readonly #options: Options;
  #known: Saved;
  #running: Promise<void> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the oldest change that no request has sent yet; null without one. */
  #unsentSince: number | null = null;
  #retryMs = RETRY_FIRST_MS;
  /** The last text sent without a received response. The server may have saved it nevertheless. */
  #pending: Written | null = null;
  #inFlight: Written | null = null;
  /** Set while the text is shared with other editors; the live connection then saves it. */
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

  /** Title, icon, text and version of the last save. */
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

  /** Call after every edit. Schedules a draft and a save. */
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

  /** Starts from a restored draft: its edits belong to an older version, and the server merges from that version. */
  beginFrom({ baseVersion, pending }: Pick<Draft, 'baseVersion' | 'pending'>): void {
    this.#known = { ...this.#known, version: baseVersion };
    this.#pending = pending ?? null;
    this.changed();
  }

  /** True if the text is shared with other editors or about to be. */
  get isShared(): boolean {
    return this.#shared !== null || this.#isPaused;
  }

  /**
   * Applies a newer version to an editor without unsaved edits. A shared text already contains it; applied again, it
   * would be duplicated.
   */
  catchUp(newer: Saved): void {
    if (this.#shared || this.isDirty || newer.version <= this.#known.version) return;
    const before = this.#known;
    this.#known = newer;
    this.#options.adopt(before, newer);
  }

  /** Sets the saved revision after the editor has merged a newer one below the unsaved edits. */
  rebase(newer: Saved): void {
    this.#known = newer;
  }

  /** Sends unsent text at once as a separate save in the history. Read `state` afterwards for the result. */
  async flush({ autosave = false } = {}): Promise<void> {
    clearTimeout(this.#saveTimer);
    while (this.#running) await this.#running;
    if (this.state === 'conflict') return;
    if (this.#shared) return this.#flushShared();
    await this.#begin(autosave);
  }

  /** Pauses saving after the request in flight ends, so that the text can be shared. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#saveTimer);
    while (this.#running) await this.#running;
  }

  /** Leaves saving title and text to the live connection. */
  share(shared: Shared): void {
    this.#shared = shared;
  }

  /** Updates the state from the live connection. */
  tellShared(state: 'saved' | 'saving' | 'offline'): void {
    if (state === 'saved') {
      this.#settled();
      return;
    }
    this.#draftTimer ??= setTimeout(() => this.#keepDraft(), DRAFT_AFTER_MS);
    this.#show(state);
  }

  /** Ends pausing or sharing and saves with requests again. */
  resume(): void {
    this.#shared = null;
    this.#isPaused = false;
    if (this.isDirty) this.changed();
  }

  /** Called when the page is left: keeps a draft and sends the text. Resolves to true if unsent text was saved. */
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

  /** Keeps a draft synchronously, as the page may end without another event. Returns true if nothing is lost. */
  keepNow(): boolean {
    return !this.isDirty || (this.#options.drafts?.keepAtOnce(this.#draft()) ?? false);
  }

  /** Called on unload: keeps a draft and sends a request that outlives the page. */
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

  /** Returns true if a conflict stems from an own earlier request whose response was lost. */
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

/** Saving continues without drafts. The text itself is never logged. */
function reportStorage(error: unknown): void {
  console.warn('This browser keeps no drafts:', (error as Error).name);
}
