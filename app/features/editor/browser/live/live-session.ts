import type { Text } from '@codemirror/state';
import * as Y from 'yjs';
import type { KeptDraft } from '#app/browser/drafts.ts';
import { liveSlot } from '#app/features/editor/browser/create-view.ts';
import { Following } from '#app/features/editor/browser/live/follow.ts';
import { HeldUpdates } from '#app/features/editor/browser/live/held-updates.ts';
import { joinTexts } from '#app/features/editor/browser/live/join-texts.ts';
import { KeptChanges, REMOTE } from '#app/features/editor/browser/live/kept-changes.ts';
import { LiveSocket } from '#app/features/editor/browser/live/live-socket.ts';
import { mergeDraft } from '#app/features/editor/browser/live/merge-drafts.ts';
import { People } from '#app/features/editor/browser/live/people.ts';
import { rebaseOnStored } from '#app/features/editor/browser/live/rebase-on-stored.ts';
import type { SessionOptions } from '#app/features/editor/browser/live/session-options.ts';
import { shareTitle } from '#app/features/editor/browser/live/share-title.ts';
import { sharedExtensions } from '#app/features/editor/browser/live/shared-extensions.ts';
import { StoringWatch } from '#app/features/editor/browser/live/storing-watch.ts';
import { asString, asText, equals, type Written } from '#app/features/editor/browser/written.ts';

/**
 * Connects the editor to other people in the document. While nobody else edits, autosave stays on and the session only
 * listens. Once someone does, every keystroke is shared until the page is left.
 */
export class LiveSession {
  readonly #options: SessionOptions;
  readonly #doc = new Y.Doc();
  readonly #people: People;
  readonly #socket: LiveSocket;
  readonly #following: Following;
  readonly #held: HeldUpdates;
  readonly #kept: KeptChanges;
  readonly #storing = new StoringWatch({
    isStored: () => this.#isStored,
    isOver: () => this.#isEnded || !this.#socket.isOpen,
    onStuck: () => {
      this.#tell();
      this.#socket.check();
    },
  });
  /** True if the whole shared text was received since the last connection. */
  #isSynced = false;
  #wasSynced = false;
  #isSharing = false;
  #isJoining = false;
  #isEnded = false;
  #answered = Promise.withResolvers<void>();
  #stopTitle: (() => void) | undefined;
  /** Shared text and title at the moment when all changes of this session were last stored. */
  #lastStored: { content: Text; title: string } | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { docId, userId } = options;
    this.#people = new People({
      doc: this.#doc,
      userId,
      send: (update) => this.#socket.sendAwareness(update),
      onChange: () => {
        options.onPeople(this.#people.others);
        void this.#shareIfNeeded();
      },
    });
    this.#following = new Following({
      view: options.editor.view,
      awareness: this.#people.awareness,
      onChange: options.onFollow,
    });
    this.#held = new HeldUpdates(options.editor.view, (update) => Y.applyUpdate(this.#doc, update, REMOTE));
    this.#kept = new KeptChanges({
      doc: this.#doc,
      userId,
      docId,
      isConnected: () => this.#socket.isOpen,
      beforeTaking: () => this.#held.flush(),
      onTabs: () => void this.#shareIfNeeded(),
    });
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== REMOTE) {
        this.#socket.sendUpdate(update);
        this.#storing.onChange();
      }
      this.#tell();
    });
    this.#socket = new LiveSocket(options.docId, {
      onOpen: () => {
        this.#socket.sendVector(Y.encodeStateVector(this.#doc));
        this.#socket.sendAwareness(this.#people.own);
      },
      onUpdate: (update, isAnswer) => {
        this.#held.receive(update, this.#isSharing);
        if (isAnswer) {
          this.#isSynced = true;
          this.#answered.resolve();
          if (!this.#wasSynced) this.#begin();
        }
        void this.#shareIfNeeded();
      },
      onVector: (vector) => this.#socket.sendUpdate(Y.encodeStateAsUpdate(this.#doc, vector)),
      onAwareness: (update) => this.#people.receive(update),
      onStored: (vector) => {
        this.#kept.unsent.stored = vector;
        this.#storing.onStored();
        this.#tell();
        this.#kept.forgetStored().catch((error: Error) => console.warn('Drafts stay:', error.name));
      },
      onDenied: () => void this.#giveUp(),
      onClosed: (reason, code) => {
        this.#people.clear();
        this.#options.onPeople([]);
        this.#isSynced = false;
        this.#answered.resolve();
        if (reason === 'lost' || (reason === 'blocked' && !this.#isSharing)) return this.#tell();
        void this.#giveUp(code).then(() => reason !== 'final' && !this.#isEnded && options.onStateEnded());
      },
    });
  }

  get isSharing(): boolean {
    return this.#isSharing;
  }

  /** Starts or stops following a person's cursor. */
  follow(userId: string): void {
    this.#following.toggle(userId);
  }

  /** True if the server announces every change of the text. */
  get isConnected(): boolean {
    return this.#socket.isOpen && this.#isSynced;
  }

  /** Merges drafts of ended sessions. Resolves once those that belong to this state are stored and forgotten. */
  async merge(drafts: readonly KeptDraft[]): Promise<void> {
    const { editor, docId } = this.#options;
    const others = this.#kept.take(drafts);
    void this.#shareIfNeeded();
    // Changes of another state are merged as text.
    for (const draft of others) await mergeDraft(editor, docId, draft);
    await this.#storing.whenStored();
    await this.#kept.forgetStored();
  }

  end(): void {
    this.#isEnded = true;
    this.#held.end();
    this.#storing.end();
    this.#kept.end();
    this.#following.end();
    this.#people.leave();
    this.#socket.end();
    this.#stopTitle?.();
    this.#people.end();
    this.#doc.destroy();
  }

  get #text(): string {
    return this.#doc.getText('content').toString();
  }

  /** True if the database has all changes of this session. */
  get #isStored(): boolean {
    return this.#kept.unsent.isEmpty;
  }

  /** Called when the whole shared text was received for the first time. */
  #begin(): void {
    this.#wasSynced = true;
    this.#options.editor.autosave.mergesLetters = true;
    this.#options.onSynced();
    this.#kept.askTabs();
  }

  #tell(): void {
    if (!this.#isSharing || this.#isEnded) return;
    const { editor, title } = this.#options;
    const { autosave, view } = editor;
    if (this.#isStored) this.#lastStored = { content: view.state.doc, title: title.value };
    const isStoring = this.#socket.isOpen && !this.#storing.isStuck;
    autosave.tellShared(this.#isStored ? 'saved' : isStoring ? 'saving' : 'offline');
  }

  /** Starts sharing when someone else edits or when the shared text differs from the last save. */
  async #shareIfNeeded(): Promise<void> {
    if (!this.#isSynced || this.#isSharing || this.#isJoining || this.#isEnded) return;
    const { autosave } = this.#options.editor;
    const isSaved = () => autosave.isSending || equals(autosave.known.content, this.#text);
    if (!this.#people.isWrittenElsewhere && isSaved()) return;
    if (autosave.state === 'conflict' || !this.#socket.isOpen) return;
    this.#isJoining = true;
    try {
      await this.#held.whenComposed();
      if (!this.isConnected || this.#isEnded) return;
      // The server merges unsent text and recognizes drafts sent before; shared again, they would be duplicated.
      await autosave.flush({ autosave: true });
      // The connection may have closed meanwhile, and what follows would wait for it with saving paused.
      if (!this.isConnected || this.#isEnded) return;
      if (autosave.state !== 'saved' && autosave.state !== 'unsaved' && autosave.state !== 'saving') return;
      await autosave.pause();
      if (this.#isEnded) return;
      if (!this.isConnected) return autosave.resume();
      // The response contains everything saved before the request.
      this.#answered = Promise.withResolvers();
      this.#socket.sendVector(Y.encodeStateVector(this.#doc));
      await this.#answered.promise;
      if (this.#isEnded) return;
      if (this.#socket.isOpen) this.#share();
      else autosave.resume();
    } finally {
      this.#isJoining = false;
    }
  }

  #share(): void {
    const { editor, title } = this.#options;
    const { view, autosave } = editor;
    const [text, sharedTitle] = [this.#doc.getText('content'), this.#doc.getText('title')];
    if (this.#isStored) this.#lastStored = { content: asText(this.#text), title: sharedTitle.toString() };
    joinTexts(view, asString(autosave.known.content), text);
    view.dispatch({ effects: liveSlot.reconfigure(sharedExtensions(text, this.#people.awareness)) });
    this.#stopTitle = shareTitle(title, sharedTitle, autosave.known.title);
    this.#isSharing = true;
    autosave.share({
      isStored: () => this.#isStored,
      whenStored: () => this.#storing.whenStored(),
      unsent: () => ({ shared: this.#kept.unsent.asDraft(), base: this.#baseOfUnsent() }),
    });
    this.#tell();
  }

  /** Continues without sharing. Saves are merged with others' edits; refusals show their reason. */
  async #giveUp(code = 0): Promise<void> {
    const { view, autosave } = this.#options.editor;
    this.#held.flush();
    this.#socket.end();
    this.#options.onPeople([]);
    if (code > 0) console.warn('Writing together ended with', code);
    if (this.#isSharing) {
      view.dispatch({ effects: liveSlot.reconfigure([]) });
      this.#stopTitle?.();
      this.#stopTitle = undefined;
      this.#isSharing = false;
      const from = this.#baseOfUnsent();
      if (from) await rebaseOnStored(this.#options, from, () => this.#isEnded);
    }
    if (!this.#isEnded) autosave.resume();
  }

  /** The last completely stored text: the base of a merge after the server resets the shared state. */
  #baseOfUnsent(): Written | undefined {
    const last = this.#lastStored;
    const { icon } = this.#options.editor.autosave.known;
    return last ? { title: last.title.trim(), icon, content: last.content } : undefined;
  }
}
