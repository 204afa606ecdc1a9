import type { Text } from '@codemirror/state';
import type { DraftOf } from '#app/browser/drafts.ts';
import { baseOf } from '#app/features/editor/browser/merge-letters.ts';
import { conflictIn } from '#app/features/editor/browser/save-request.ts';
import { isSame, type Saved, type Written, withString, withText } from '#app/features/editor/browser/written.ts';

/** Merge of a newer revision below unsaved edits: the revision that the edits started from, and the newer one. */
type Rebase = { base: Written; newer: Saved };

/** The last revision that the server acknowledged, and sent texts whose response is missing. */
export class Acknowledged {
  revision: Saved;
  /** The last text sent without a received response. The server may have saved it nevertheless. */
  #pending: Written | null = null;
  #inFlight: Written | null = null;
  /** True after a draft is restored: the version of its base is known, but not the base's text. */
  #isOlder = false;

  constructor(revision: Saved) {
    this.revision = revision;
  }

  /** The text that the server may have saved without an acknowledgement, or null. */
  get unanswered(): Written | null {
    return this.#inFlight ?? this.#pending;
  }

  /** Starts from a restored draft, whose edits belong to an older version. */
  restore(baseVersion: number, pending: Written | null): void {
    this.revision = { ...this.revision, version: baseVersion };
    this.#isOlder = true;
    this.#pending = pending;
  }

  noteSent(sent: Written): void {
    this.#inFlight = sent;
  }

  /** Sets the revision after the editor has merged it below the unsaved edits. */
  rebase(newer: Saved): void {
    this.revision = newer;
    this.#isOlder = false;
  }

  /** Sets the revision of a received response. */
  accept(revision: Saved): void {
    this.rebase(revision);
    this.#inFlight = null;
    this.#pending = null;
  }

  /** Keeps a text whose request failed as one that may have arrived. */
  noteFailure(): void {
    this.#pending = this.#inFlight;
    this.#inFlight = null;
  }

  /**
   * Resolves a conflict with an own earlier request whose response was lost: its text is then the acknowledged one.
   * Returns false for any other error.
   */
  acceptArrived(error: unknown): boolean {
    const conflict = conflictIn(error);
    const arrived = this.#pending;
    if (!conflict || !arrived) return false;
    if (!isSame({ ...conflict, icon: arrived.icon }, arrived)) return false;
    this.accept({ ...arrived, version: conflict.version });
    return true;
  }

  /**
   * Accepts the revision that a save conflicts with and returns what the editor has to merge. Returns null where the
   * text that the edits started from is not known, and for any other error.
   */
  acceptConflicting(error: unknown): Rebase | null {
    const conflict = conflictIn(error);
    if (!conflict || this.#isOlder) return null;
    const newer = { ...conflict, icon: this.revision.icon };
    const base = withText(
      baseOf(withString(this.revision), this.#pending && withString(this.#pending), withString(newer)),
    );
    this.accept(newer);
    return { base, newer };
  }

  /** Field of a draft with the text that its edits started from; empty where that text is not known. */
  baseOfEdits(): Pick<DraftOf<Text>, 'base'> {
    const { title, icon, content } = this.revision;
    return this.#isOlder ? {} : { base: { title, icon, content } };
  }

  asDraft(text: Written, kept: Pick<DraftOf<Text>, 'shared' | 'base'>): DraftOf<Text> {
    return { ...text, baseVersion: this.revision.version, pending: this.unanswered, ...kept, at: Date.now() };
  }
}
