import type { Text } from '@codemirror/state';
import type { DraftOf, WrittenOf } from '#app/browser/drafts.ts';
import type { RequestError } from '#app/browser/request.ts';
import { Acknowledged } from '#app/features/editor/browser/acknowledged.ts';
import type { AutosaveOptions, SaveState, Shared } from '#app/features/editor/browser/autosave-options.ts';
import { DraftWriter } from '#app/features/editor/browser/draft-writer.ts';
import { changedFields, conflictIn, sendAtOnce, willPass, write } from '#app/features/editor/browser/save-request.ts';
import { SaveSchedule } from '#app/features/editor/browser/save-schedule.ts';
import { SharedSaving } from '#app/features/editor/browser/shared-saving.ts';
import { isSame, type Saved, type Stored, type Written, withText } from '#app/features/editor/browser/written.ts';

/**
 * Debounced autosave: sends after a second without typing, or every few seconds during typing, with at most one request
 * in flight. Unacknowledged text is kept as a draft in IndexedDB and, when the page unloads, in local storage. So a
 * crash, a lost network, an expired session or a server restart lose nothing.
 */
export class Autosave {
  readonly #options: AutosaveOptions;
  readonly #acknowledged: Acknowledged;
  #running: Promise<void> | null = null;
  readonly #schedule: SaveSchedule;
  readonly #draft: DraftWriter;
  /** Set while the text is shared with other editors; the live connection then saves it. */
  #shared: SharedSaving | null = null;
  state: SaveState = 'saved';
  /**
   * True once the editor knows the live state of its document. Its unsent edits are then merged letter by letter with
   * the edits of others, instead of leading to a conflict.
   */
  mergesLetters = false;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#acknowledged = new Acknowledged(options.base);
    this.#draft = new DraftWriter(options.drafts, () => this.asDraft());
    this.#schedule = new SaveSchedule(() => {
      if (!this.#running) void this.#begin(true);
    });
    addEventListener('online', this.#retry);
  }

  /** Title, icon, text and version of the last save. */
  get known(): Saved {
    return this.#acknowledged.revision;
  }

  /** Title, icon and text as in the editor. */
  get current(): Written {
    return this.#options.read();
  }

  get isSending(): boolean {
    return this.#running !== null;
  }

  get isDirty(): boolean {
    return this.#shared?.isDirty ?? !isSame(this.#options.read(), this.known);
  }

  /** Call after every edit. Schedules a draft and a save. */
  changed(): void {
    if (this.#schedule.isEnded) return;
    this.#draft.writeSoon();
    if (this.#shared) {
      if (this.#shared.hasNewIcon) this.#schedule.saveSoon();
      return;
    }
    this.#schedule.noteChange();
    if (this.state === 'conflict' || this.#schedule.isPaused) return;
    if (this.state !== 'saving' && this.state !== 'offline') this.#show('unsaved');
    if (this.state !== 'offline') this.#schedule.saveSoon();
  }

  /** Starts from a restored draft: its edits belong to an older version, and the server merges from that version. */
  beginFrom(baseVersion: number, pending: WrittenOf<string> | null | undefined): void {
    this.#acknowledged.restore(baseVersion, pending ? withText(pending) : null);
    this.changed();
  }

  /** True if the text is shared with other editors or about to be. */
  get isShared(): boolean {
    return this.#shared !== null || this.#schedule.isPaused;
  }

  /** Applies a newer version to an editor without unsaved edits; a shared text has it already. */
  catchUp(stored: Stored): void {
    if (this.#shared || this.isDirty || stored.version <= this.known.version) return;
    const newer = withText(stored);
    const before = this.known;
    this.#acknowledged.revision = newer;
    // The text equals the known one, so there are no edits since.
    this.#options.onSend();
    this.#options.adopt(before, newer);
  }

  /** Sets the saved revision after the editor has merged a newer one below the unsaved edits. */
  rebase(newer: Saved): void {
    this.#acknowledged.rebase(newer);
  }

  /** Sends unsent text at once as a separate save in the history. Read `state` afterwards for the result. */
  async flush({ autosave = false } = {}): Promise<void> {
    this.#schedule.cancel();
    while (this.#running) await this.#running;
    if (this.state === 'conflict' && !this.mergesLetters) return;
    if (this.#shared) return this.#saveIcon(this.#shared).then(this.#shared.whenStored);
    await this.#begin(autosave);
  }

  /** Pauses saving after the request in flight ends, so that the text can be shared. */
  async pause(): Promise<void> {
    this.#schedule.pause();
    while (this.#running) await this.#running;
  }

  /** Leaves saving title and text to the live connection. */
  share(shared: Shared): void {
    this.#shared = new SharedSaving(this.#options, this.#acknowledged, shared);
    this.#schedule.resume();
  }

  /** Updates the state from the live connection. */
  tellShared(state: 'saved' | 'saving' | 'offline'): void {
    if (state !== 'saved') {
      this.#draft.writeSoon();
      this.#show(state);
      // A new icon is saved by a request of its own.
    } else if (!this.#shared?.hasNewIcon) this.#settled();
  }

  /** Ends pausing or sharing and saves with requests again. */
  resume(): void {
    this.#shared = null;
    this.#schedule.resume();
    if (!this.isDirty) {
      if (this.state === 'offline' || this.state === 'saving') this.#settled();
      return;
    }
    // The shared text was offline; requests may pass.
    if (this.state === 'offline') this.#show('unsaved');
    this.changed();
  }

  /** Called when the page is left: keeps a draft and sends the text. Resolves to true if unsent text was saved. */
  async stop(): Promise<boolean> {
    removeEventListener('online', this.#retry);
    this.#schedule.end();
    const isDirty = this.isDirty;
    if (isDirty) this.#draft.write();
    this.#draft.cancel();
    if (!isDirty || this.state === 'conflict') return false;
    await this.flush({ autosave: true });
    return this.state === 'saved';
  }

  /** Keeps a draft synchronously, as the page may end without another event. Returns true if nothing is lost. */
  keepNow(): boolean {
    return !this.isDirty || this.#draft.writeNow();
  }

  /** Called on unload: keeps a draft and sends a request that outlives the page. */
  leave(): void {
    if (!this.isDirty) return;
    this.keepNow();
    if (this.state !== 'conflict' && !this.#shared)
      sendAtOnce(this.#options.docId, changedFields(this.#options.read(), this.known));
  }

  readonly #retry = () => {
    if (this.state === 'offline') this.#schedule.saveAfter(0);
  };

  #begin(autosave: boolean): Promise<void> {
    this.#running = this.#save(autosave).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #save(autosave: boolean): Promise<void> {
    if (this.#shared) return this.#saveIcon(this.#shared);
    const { docId, read, adopt, onSend } = this.#options;
    const sent = read();
    this.#schedule.noteSent();
    if (isSame(sent, this.known)) return this.#settled();
    onSend();
    this.#show('saving');
    this.#acknowledged.noteSent(sent);
    try {
      const { merged, ...saved } = await write(docId, { ...changedFields(sent, this.known), autosave });
      // The editor's own text shares its parts with later ones.
      const isSent = saved.content.eq(sent.content);
      this.#acknowledged.accept(isSent ? { ...saved, content: sent.content } : saved);
      this.#schedule.noteSuccess();
      if (merged) adopt(sent, saved);
      if (!this.isDirty) return this.#settled();
      this.#show('unsaved');
      this.#schedule.saveSoon();
    } catch (error) {
      if (this.#acknowledged.acceptArrived(error) || this.#mergeConflict(error)) return this.#save(autosave);
      this.#acknowledged.noteFailure();
      this.#failed(error);
    }
  }

  async #saveIcon(shared: SharedSaving): Promise<void> {
    await shared.saveIcon().catch((error) => this.#failed(error));
    if (this.isDirty) return;
    this.#schedule.noteSuccess();
    this.#settled();
  }

  /** Merges a conflict letter by letter. Returns false if it needs a decision. */
  #mergeConflict(error: unknown): boolean {
    const rebase = this.mergesLetters ? this.#acknowledged.acceptConflicting(error) : null;
    if (!rebase) return false;
    this.#options.merge(rebase.base, rebase.newer);
    return true;
  }

  #failed(error: unknown): void {
    this.#draft.write();
    if (conflictIn(error)) this.#show('conflict');
    else if (!willPass(error)) this.#show('refused', (error as RequestError).message);
    else {
      this.#show('offline');
      this.#schedule.retryLater();
    }
  }

  #settled(): void {
    this.#schedule.noteSent();
    this.#show('saved');
    this.#draft.remove();
  }

  /** Returns a draft of a text, by default of the current one. */
  asDraft(text = this.#options.read()): DraftOf<Text> {
    const isMergeable = this.mergesLetters && this.state !== 'conflict' && this.state !== 'refused';
    const ownBase = isMergeable ? this.#acknowledged.baseOfEdits() : {};
    return this.#acknowledged.asDraft(text, this.#shared?.unsent() ?? ownBase);
  }

  #show(state: SaveState, message?: string): void {
    if (state === this.state && !message) return;
    this.state = state;
    this.#options.onState(state, message);
  }
}
