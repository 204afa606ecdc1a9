import { loadMentionable } from '#app/browser/mentionable.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';

/** People offered after an `@`: those of the page, and once loaded the others that an owner knows. */
export class KnownPeople {
  list: readonly Mentionable[];
  #docId: string | null;

  /** `docId` is null for a person who cannot share the document. */
  constructor(listed: readonly Mentionable[], docId: string | null) {
    this.list = listed;
    this.#docId = docId;
  }

  /** Loads the others at the first call, and calls back once they are in the list. */
  load(onLoaded?: () => void): void {
    const docId = this.#docId;
    this.#docId = null;
    if (docId === null) return;
    loadMentionable(docId).then(
      (known) => {
        this.list = known;
        onLoaded?.();
      },
      (error: unknown) => console.warn('Only people of this page are offered:', error),
    );
  }
}
