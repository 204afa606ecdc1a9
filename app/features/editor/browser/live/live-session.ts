import { type Text, Transaction } from '@codemirror/state';
import { yCollab } from 'y-codemirror.next';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { request } from '#app/browser/request.ts';
import { liveSlot } from '#app/features/editor/browser/create-view.ts';
import { Following } from '#app/features/editor/browser/live/follow.ts';
import { LiveSocket } from '#app/features/editor/browser/live/live-socket.ts';
import { ownHistoryOnly } from '#app/features/editor/browser/live/own-history.ts';
import { remoteCarets } from '#app/features/editor/browser/live/remote-carets.ts';
import { shareTitle } from '#app/features/editor/browser/live/share-title.ts';
import { changesBetween, rebaseEdits } from '#app/features/editor/browser/merge-remote.ts';
import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import type { Saved } from '#app/features/editor/browser/save-request.ts';
import type { PresentPerson } from '#app/ui/here-now.tsx';

export type SessionOptions = {
  editor: OpenEditor;
  docId: string;
  userId: string;
  title: HTMLInputElement;
  onPeople: (people: PresentPerson[]) => void;
  /** Called with the id of the followed person, or null. */
  onFollow: (userId: string | null) => void;
  /** Called when the server resets the shared state. This session is over; another one may join. */
  onStateEnded: () => void;
};

/** Transaction origin of changes received over the socket. */
const REMOTE = Symbol('remote');

/**
 * Connects the editor to other people in the document. While nobody else edits, autosave stays on and the session only
 * listens. Once someone does, every keystroke is shared until the page is left.
 */
export class LiveSession {
  readonly #options: SessionOptions;
  readonly #doc = new Y.Doc();
  readonly #awareness = new Awareness(this.#doc);
  readonly #socket: LiveSocket;
  readonly #following: Following;
  #storedVector = new Map<number, number>();
  /** True if the whole shared text was received since the last connection. */
  #isSynced = false;
  #isSharing = false;
  #isJoining = false;
  #isEnded = false;
  #answered = Promise.withResolvers<void>();
  #stopTitle: (() => void) | undefined;
  /** Shared text and title at the moment when all changes of this session were last stored. */
  #lastStored: { content: Text; title: string } | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#following = new Following({
      view: options.editor.view,
      awareness: this.#awareness,
      onChange: options.onFollow,
    });
    this.#awareness.setLocalState({ isEditing: true });
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== REMOTE) this.#socket.sendUpdate(update);
      this.#tell();
    });
    this.#awareness.on('update', ({ added, updated, removed }: Record<string, number[]>, origin: unknown) => {
      if (origin === REMOTE) return;
      const clients = [...(added ?? []), ...(updated ?? []), ...(removed ?? [])];
      this.#socket.sendAwareness(encodeAwarenessUpdate(this.#awareness, clients));
    });
    this.#awareness.on('change', () => {
      options.onPeople(this.#people());
      void this.#shareIfNeeded();
    });
    this.#socket = new LiveSocket(options.docId, {
      onOpen: () => {
        this.#socket.sendVector(Y.encodeStateVector(this.#doc));
        this.#socket.sendAwareness(encodeAwarenessUpdate(this.#awareness, [this.#doc.clientID]));
      },
      onUpdate: (update, isAnswer) => {
        Y.applyUpdate(this.#doc, update, REMOTE);
        if (isAnswer) {
          this.#isSynced = true;
          this.#answered.resolve();
        }
        void this.#shareIfNeeded();
      },
      onVector: (vector) => this.#socket.sendUpdate(Y.encodeStateAsUpdate(this.#doc, vector)),
      onAwareness: (update) => applyAwarenessUpdate(this.#awareness, update, REMOTE),
      onStored: (vector) => {
        this.#storedVector = Y.decodeStateVector(vector);
        this.#tell();
      },
      onDenied: () => void this.#giveUp(),
      onClosed: (reason, code) => {
        this.#awareness.setLocalState({ isEditing: true });
        const others = [...this.#awareness.getStates().keys()].filter((client) => client !== this.#doc.clientID);
        for (const client of others) this.#awareness.states.delete(client);
        this.#options.onPeople([]);
        this.#isSynced = false;
        this.#answered.resolve();
        if (reason === 'lost') return this.#tell();
        void this.#giveUp(code).then(() => reason === 'state unknown' && !this.#isEnded && options.onStateEnded());
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

  end(): void {
    this.#isEnded = true;
    this.#following.end();
    this.#awareness.setLocalState(null);
    this.#socket.end();
    this.#stopTitle?.();
    this.#awareness.destroy();
    this.#doc.destroy();
  }

  #people(): PresentPerson[] {
    const people = new Map<string, PresentPerson>();
    for (const [client, { user, isEditing }] of this.#awareness.getStates()) {
      if (client === this.#doc.clientID || !user?.id || user.id === this.#options.userId) continue;
      people.set(user.id, { ...user, isEditing: isEditing || (people.get(user.id)?.isEditing ?? false) });
    }
    return [...people.values()];
  }

  get #text(): string {
    return this.#doc.getText('content').toString();
  }

  /** True if the database has all changes of this session. */
  get #isStored(): boolean {
    const own = Y.decodeStateVector(Y.encodeStateVector(this.#doc)).get(this.#doc.clientID) ?? 0;
    return own <= (this.#storedVector.get(this.#doc.clientID) ?? 0);
  }

  #tell(): void {
    if (!this.#isSharing) return;
    const { editor, title } = this.#options;
    const { autosave, view } = editor;
    if (this.#isStored) this.#lastStored = { content: view.state.doc, title: title.value };
    autosave.tellShared(this.#isStored ? 'saved' : this.#socket.isOpen ? 'saving' : 'offline');
  }

  /** Starts sharing when someone else edits or when the shared text differs from the last save. */
  async #shareIfNeeded(): Promise<void> {
    if (!this.#isSynced || this.#isSharing || this.#isJoining || this.#isEnded) return;
    const { autosave } = this.#options.editor;
    if (!this.#isWrittenElsewhere() && (autosave.isSending || this.#text === autosave.known.content)) return;
    if (autosave.state === 'conflict' || !this.#socket.isOpen) return;
    this.#isJoining = true;
    try {
      // The server merges unsent text and recognizes drafts sent before; shared again, they would be duplicated.
      await autosave.flush({ autosave: true });
      if (autosave.state !== 'saved' && autosave.state !== 'unsaved' && autosave.state !== 'saving') return;
      await autosave.pause();
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

  /** Returns true if another editor is open, perhaps of the same person. Readers need no sharing. */
  #isWrittenElsewhere(): boolean {
    return [...this.#awareness.getStates()].some(
      ([client, { isEditing }]) => isEditing && client !== this.#doc.clientID,
    );
  }

  #share(): void {
    const { editor, title } = this.#options;
    const { view, autosave } = editor;
    const { known } = autosave;
    // Merge the remote text below the unsent edits, then apply those edits to the shared text.
    const unsent = rebaseEdits(view, known.content, this.#text);
    this.#doc.transact(() => {
      const text = this.#doc.getText('content');
      let shift = 0;
      unsent.iterChanges((from, to, _newFrom, _newTo, inserted) => {
        if (to > from) text.delete(from + shift, to - from);
        if (inserted.length > 0) text.insert(from + shift, inserted.toString());
        shift += inserted.length - (to - from);
      });
    });
    // Both are equal by construction. If not, the shared text wins.
    const now = view.state.doc.toString();
    if (now !== this.#text)
      view.dispatch({ changes: changesBetween(now, this.#text), annotations: Transaction.addToHistory.of(false) });
    const text = this.#doc.getText('content');
    view.dispatch({
      effects: liveSlot.reconfigure([
        ownHistoryOnly,
        yCollab(text, this.#awareness, { undoManager: false }),
        remoteCarets,
      ]),
    });
    this.#stopTitle = shareTitle(title, this.#doc.getText('title'), known.title);
    this.#isSharing = true;
    autosave.share({ isStored: () => this.#isStored, whenStored: () => this.#whenStored() });
    this.#tell();
  }

  #whenStored(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#isStored || this.#isEnded || !this.#socket.isOpen) return resolve();
        setTimeout(look, 50);
      };
      look();
    });
  }

  /** Continues without sharing. Saves are merged with others' edits; refusals show their reason. */
  async #giveUp(code = 0): Promise<void> {
    const { view, autosave } = this.#options.editor;
    this.#socket.end();
    this.#options.onPeople([]);
    if (code > 0) console.warn('Writing together ended with', code);
    if (this.#isSharing) {
      view.dispatch({ effects: liveSlot.reconfigure([]) });
      this.#stopTitle?.();
      this.#stopTitle = undefined;
      this.#isSharing = false;
      await this.#rebase();
    }
    if (!this.#isEnded) autosave.resume();
  }

  /** Makes the stored text the base of unsent edits. The text from before sharing would cause a conflict. */
  async #rebase(): Promise<void> {
    const { editor, title, docId } = this.#options;
    const newer = await request<Saved>('GET', `/api/documents/${docId}`, { quiet: true }).catch((error: Error) => {
      console.warn('The stored text was not loaded:', error.name);
      return null;
    });
    const from = this.#lastStored;
    if (!newer || !from || this.#isEnded) return;
    rebaseEdits(editor.view, from.content.toString(), newer.content);
    if (title.value === from.title) title.value = newer.title;
    editor.autosave.rebase(newer);
  }
}
