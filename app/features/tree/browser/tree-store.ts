import { outward } from '#app/address/base-path.ts';
import { request } from '#app/browser/request.ts';
import { applyChange, type TreeChange } from '#app/features/tree/browser/tree-changes.ts';
import {
  findNode,
  OWN,
  readBranches,
  type TreeModel,
  type TreeNode,
  takeBranches,
} from '#app/features/tree/browser/tree-model.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import type { OpenBranches } from '#app/services/documents/open-branches.ts';

/** The tree's requests to the server. Tests pass their own. */
export type TreeCalls = {
  children: (parentId: string | null) => Promise<TreeEntry[]>;
  /** Stores on the server which branch was opened or closed, for the next page. */
  remember: (query: 'open' | 'close', id: string) => Promise<unknown>;
};

/** A completed change that pages read before it do not contain. */
type Settled = { change: TreeChange; isInNextPage: boolean };

/**
 * The tree's state: the server's state with pending changes on top. A refused change is dropped; a completed one joins
 * the known state, and stays on top of pages that were requested before it.
 */
export class TreeStore {
  readonly #calls: TreeCalls;
  #known: TreeModel = { levels: new Map(), open: new Set() };
  #pending: readonly TreeChange[] = [];
  #settled: readonly Settled[] = [];
  #pagesTaken = 0;
  #shown = this.#known;
  #told: OpenBranches | null = null;
  #currentId: string | null = null;
  #sending: Promise<unknown> = Promise.resolve();
  readonly #opened = new Set<string>();
  readonly #closed = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(calls: TreeCalls = serverCalls) {
    this.#calls = calls;
  }

  // These three are passed as functions.
  readonly getModel = (): TreeModel => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns true while a change is not on the server. */
  readonly hasUnsent = (): boolean => this.#pending.length > 0;

  /** Merges the branches of a page. Ancestors of a newly opened document open again. */
  take(branches: OpenBranches, documentId: string | null): void {
    if (branches === this.#told && documentId === this.#currentId) return;
    if (documentId !== this.#currentId) this.#closed.clear();
    this.#known = takeBranches(this.#known, readBranches(branches), this.#opened);
    this.#told = branches;
    this.#currentId = documentId;
    this.#pagesTaken += 1;
    this.#settled = this.#settled.filter(({ isInNextPage }) => !isInNextPage);
    this.#show();
    // Opened here but missing from the page: reload it, as its children may have changed.
    const unseen = [...this.#opened].filter((id) => !this.#known.open.has(id) && findNode(this.#known, id));
    for (const id of unseen) this.#load(id).then(() => this.#show(), ignoreOutage);
  }

  /** Opens a branch once its children have loaded. Rejects with RequestError and stays closed. */
  async open(id: string): Promise<void> {
    const remembered = this.#calls.remember('open', id);
    if (!this.#shown.levels.has(id)) {
      await Promise.all([this.#load(id), remembered]);
      // A page that came meanwhile has dropped the level.
      if (!this.#known.levels.has(id)) await this.#load(id);
    }
    this.#closed.delete(id);
    this.#opened.add(id);
    this.#show();
  }

  async close(id: string): Promise<void> {
    this.#opened.delete(id);
    this.#closed.add(id);
    this.#show();
    await this.#calls.remember('close', id);
  }

  /** Loads all of a level, of which the server may have sent one page. */
  async loadWhole(key: string): Promise<void> {
    await this.#load(key);
    this.#show();
  }

  /**
   * Shows a change at once and sends it; changes are sent one at a time. Requests the page anew after it. On failure
   * undoes it and rejects with the error of `send`.
   */
  async change(change: TreeChange, send: () => Promise<unknown>, reload: () => Promise<unknown>): Promise<void> {
    this.#pending = [...this.#pending, change];
    this.#show();
    const sent = this.#sending.then(send);
    this.#sending = sent.catch(ignoreOutage);
    try {
      await sent;
      this.#known = applyChange(this.#known, change);
      void this.#settle(change, reload);
    } finally {
      this.#pending = this.#pending.filter((each) => each !== change);
      this.#show();
    }
  }

  #show(): void {
    const open = new Set([...this.#known.open, ...this.#opened].filter((id) => !this.#closed.has(id)));
    const changes = [...this.#settled.map(({ change }) => change), ...this.#pending];
    this.#shown = changes.reduce(applyChange, { ...this.#known, open });
    for (const listener of this.#listeners) listener();
  }

  async #load(key: string): Promise<void> {
    const entries = await this.#calls.children(key === OWN ? null : key);
    this.#known = { ...this.#known, levels: new Map(this.#known.levels).set(key, { nodes: entries.map(toNode) }) };
  }

  /** Keeps a completed change on top until a page requested after it is here. */
  async #settle(change: TreeChange, reload: () => Promise<unknown>): Promise<void> {
    const own: Settled = { change, isInNextPage: false };
    this.#settled = [...this.#settled, own];
    const before = this.#pagesTaken;
    await reload();
    if (this.#pagesTaken === before) {
      own.isInNextPage = true;
      return;
    }
    this.#settled = this.#settled.filter((each) => each !== own);
    this.#show();
  }
}

function toNode({ id, title, icon, isLeaf, isStarred, permission, noticeType }: TreeEntry): TreeNode {
  const notice = noticeType === 'NONE' ? null : noticeType;
  return { id, title, icon, isLeaf, isStarred, canEdit: permission === 'EDIT', notice };
}

/** Ignores an error that the caller receives from its own promise. */
function ignoreOutage(): void {}

const serverCalls: TreeCalls = {
  children: (parentId) => request('GET', `/api/documents/tree${parentId ? `?parentId=${parentId}` : ''}`),
  // If this fails, the branch is closed on the next page; no need to report that.
  remember: (query, id) => fetch(outward(`/open-branches?${query}=${id}`), { keepalive: true }).catch(ignoreOutage),
};
