import type { Acknowledged } from '#app/features/editor/browser/acknowledged.ts';
import type { AutosaveOptions, Shared } from '#app/features/editor/browser/autosave-options.ts';
import { write } from '#app/features/editor/browser/save-request.ts';

/** Saves a text that is shared with other editors: the live connection saves title and text, requests save the icon. */
export class SharedSaving {
  readonly #options: AutosaveOptions;
  readonly #acknowledged: Acknowledged;
  readonly #shared: Shared;

  constructor(options: AutosaveOptions, acknowledged: Acknowledged, shared: Shared) {
    this.#options = options;
    this.#acknowledged = acknowledged;
    this.#shared = shared;
  }

  get isDirty(): boolean {
    return !this.#shared.isStored() || this.hasNewIcon;
  }

  get hasNewIcon(): boolean {
    return this.#options.read().icon !== this.#acknowledged.revision.icon;
  }

  /** Fields of a draft that keep the changes which are not stored. */
  unsent(): ReturnType<Shared['unsent']> {
    return this.#shared.unsent();
  }

  /** Resolves once the live connection has stored title and text. */
  readonly whenStored = (): Promise<void> => this.#shared.whenStored();

  /** Saves a new icon. Throws RequestError. */
  async saveIcon(): Promise<void> {
    if (!this.hasNewIcon) return;
    const { icon } = this.#options.read();
    await write(this.#options.docId, { icon: icon ?? '', autosave: true });
    this.#acknowledged.revision = { ...this.#acknowledged.revision, icon };
  }
}
