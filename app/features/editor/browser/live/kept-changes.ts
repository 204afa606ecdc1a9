import type * as Y from 'yjs';
import { findDrafts, forgetDrafts, type KeptDraft } from '#app/browser/drafts.ts';
import { OtherTabs } from '#app/features/editor/browser/live/other-tabs.ts';
import { UnsentChanges } from '#app/features/editor/browser/live/unsent-changes.ts';

/** Transaction origin of changes that the server has, or is about to get from another tab. */
export const REMOTE = Symbol('remote');
/** Transaction origin of changes that another tab could not send. */
const OTHER_TAB = Symbol('other tab');
/** Transaction origin of changes kept in drafts. */
const KEPT = Symbol('kept');

/** Delay in which changes for other tabs are gathered. */
const TELL_TABS_AFTER_MS = 300;

type Options = {
  doc: Y.Doc;
  userId: string;
  docId: string;
  isConnected: () => boolean;
  /** Called before changes are taken over, as they may depend on received ones. */
  beforeTaking: () => void;
  /** Called when another tab announced changes. */
  onTabs: () => void;
};

/**
 * Unsent changes of a shared document beyond one session: those of ended sessions in drafts, and those of other tabs.
 */
export class KeptChanges {
  readonly unsent: UnsentChanges;
  readonly #options: Options;
  readonly #tabs: OtherTabs;
  /** Drafts whose changes this session has taken over, until they are stored. */
  #taken: KeptDraft[] = [];
  /** True if another tab announced changes after its draft was last read. */
  #hasHeardTabs = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    const { doc, userId, docId, beforeTaking, onTabs } = options;
    this.#options = options;
    this.unsent = new UnsentChanges(doc);
    this.#tabs = new OtherTabs({
      userId,
      docId,
      onChanges: (changes) => {
        beforeTaking();
        if (!this.unsent.take(changes, changes.isConnected ? REMOTE : OTHER_TAB)) return;
        this.#hasHeardTabs = true;
        onTabs();
      },
      onAsked: () => this.#tellTabs(),
    });
    doc.on('update', (_update: Uint8Array, origin: unknown) => {
      if (origin !== REMOTE && origin !== OTHER_TAB)
        this.#timer ??= setTimeout(() => this.#tellTabs(), TELL_TABS_AFTER_MS);
    });
  }

  /** Requests the unsent changes of other tabs. */
  askTabs(): void {
    this.#tabs.ask();
  }

  /** Takes over the changes of drafts. Returns the drafts that do not belong to this state. */
  take(drafts: readonly KeptDraft[]): KeptDraft[] {
    if (drafts.length > 0) this.#options.beforeTaking();
    const isTaken = ({ shared }: KeptDraft) => shared !== undefined && this.unsent.take(shared, KEPT);
    const taken = drafts.filter(isTaken);
    this.#taken.push(...taken);
    return drafts.filter((draft) => !taken.includes(draft));
  }

  /** Forgets the drafts whose changes the server has stored. */
  async forgetStored(): Promise<void> {
    if (!this.unsent.isEmpty) return;
    if (this.#hasHeardTabs) {
      this.#hasHeardTabs = false;
      // A tab may have ended without announcing the last changes in its draft.
      this.take(await findDrafts(this.#options.userId, this.#options.docId));
    }
    if (this.unsent.isEmpty && this.#taken.length > 0) await forgetDrafts(this.#taken.splice(0));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#tabs.end();
  }

  #tellTabs(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { epoch, isEmpty, update } = this.unsent;
    if (epoch !== null && !isEmpty) this.#tabs.tell({ epoch, update, isConnected: this.#options.isConnected() });
  }
}
