import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { PresentPerson } from '#app/ui/here-now.tsx';

type Options = {
  doc: Y.Doc;
  userId: string;
  /** Sends changes of this editor's own state. */
  send: (update: Uint8Array) => void;
  onChange: () => void;
};

/** The people in a document and their cursors. This editor's own state says that it is editing. */
export class People {
  readonly awareness: Awareness;
  readonly #userId: string;

  constructor({ doc, userId, send, onChange }: Options) {
    this.awareness = new Awareness(doc);
    this.#userId = userId;
    this.awareness.setLocalState({ isEditing: true });
    this.awareness.on('update', ({ added, updated, removed }: Record<string, number[]>, origin: unknown) => {
      const clients = [...(added ?? []), ...(updated ?? []), ...(removed ?? [])];
      if (origin !== this) send(encodeAwarenessUpdate(this.awareness, clients));
    });
    this.awareness.on('change', onChange);
  }

  /** This editor's own state, for the server. */
  get own(): Uint8Array {
    return encodeAwarenessUpdate(this.awareness, [this.awareness.clientID]);
  }

  /** Other people, each once. */
  get others(): PresentPerson[] {
    const people = new Map<string, PresentPerson>();
    for (const [client, { user, isEditing }] of this.awareness.getStates()) {
      if (client === this.awareness.clientID || !user?.id || user.id === this.#userId) continue;
      people.set(user.id, { ...user, isEditing: isEditing || (people.get(user.id)?.isEditing ?? false) });
    }
    return [...people.values()];
  }

  /** True if another editor is open, perhaps of the same person. Readers need no sharing. */
  get isWrittenElsewhere(): boolean {
    const states = [...this.awareness.getStates()];
    return states.some(([client, { isEditing }]) => isEditing && client !== this.awareness.clientID);
  }

  receive(update: Uint8Array): void {
    applyAwarenessUpdate(this.awareness, update, this);
  }

  /** Forgets everyone else, as the connection is lost. Without their clocks, the next list is taken whole. */
  clear(): void {
    const { awareness } = this;
    awareness.setLocalState(awareness.getLocalState());
    for (const client of [...awareness.meta.keys()].filter((each) => each !== awareness.clientID)) {
      awareness.states.delete(client);
      awareness.meta.delete(client);
    }
  }

  /** Tells the others that this editor leaves. */
  leave(): void {
    this.awareness.setLocalState(null);
  }

  end(): void {
    this.awareness.destroy();
  }
}
