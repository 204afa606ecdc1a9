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

export type TreeStore = ReturnType<typeof createTreeStore>;

/** The tree's requests to the server. Tests pass their own. */
export type TreeCalls = {
  children: (parentId: string | null) => Promise<TreeEntry[]>;
  /** Stores on the server which branch was opened or closed, for the next page. */
  remember: (query: 'open' | 'close', id: string) => Promise<unknown>;
};

/** A completed change that pages read before it do not contain. */
type Settled = { change: TreeChange; isInNextPage: boolean };

/**
 * Creates the tree's store: the server's state with pending changes on top. A refused change is dropped; a completed
 * one joins the known state, and stays on top of pages that were requested before it.
 */
export function createTreeStore(calls: TreeCalls = serverCalls) {
  let known: TreeModel = { levels: new Map(), open: new Set() };
  let pending: readonly TreeChange[] = [];
  let settled: readonly Settled[] = [];
  let pagesTaken = 0;
  let shown = known;
  let told: OpenBranches | null = null;
  let currentId: string | null = null;
  let sending: Promise<unknown> = Promise.resolve();
  const opened = new Set<string>();
  const closed = new Set<string>();
  const listeners = new Set<() => void>();

  function show(): void {
    const open = new Set([...known.open, ...opened].filter((id) => !closed.has(id)));
    shown = [...settled.map(({ change }) => change), ...pending].reduce(applyChange, { ...known, open });
    for (const listener of listeners) listener();
  }

  async function load(key: string): Promise<void> {
    const entries = await calls.children(key === OWN ? null : key);
    known = { ...known, levels: new Map(known.levels).set(key, { nodes: entries.map(toNode) }) };
  }

  /** Keeps a completed change on top until a page requested after it is here. */
  async function settle(change: TreeChange, reload: () => Promise<unknown>): Promise<void> {
    const own: Settled = { change, isInNextPage: false };
    settled = [...settled, own];
    const before = pagesTaken;
    await reload();
    if (pagesTaken === before) {
      own.isInNextPage = true;
      return;
    }
    settled = settled.filter((each) => each !== own);
    show();
  }

  return {
    getModel: () => shown,
    /** Returns true while a change is not on the server. */
    hasUnsent: () => pending.length > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Merges the branches of a page. Ancestors of a newly opened document open again. */
    take(branches: OpenBranches, documentId: string | null): void {
      if (branches === told && documentId === currentId) return;
      if (documentId !== currentId) closed.clear();
      known = takeBranches(known, readBranches(branches), opened);
      [told, currentId] = [branches, documentId];
      pagesTaken += 1;
      settled = settled.filter(({ isInNextPage }) => !isInNextPage);
      show();
      // Opened here but missing from the page: reload it, as its children may have changed.
      const unseen = [...opened].filter((id) => !known.open.has(id) && findNode(known, id));
      for (const id of unseen) load(id).then(show, ignoreOutage);
    },

    /** Opens a branch once its children have loaded. Rejects with RequestError and stays closed. */
    async open(id: string): Promise<void> {
      const remembered = calls.remember('open', id);
      if (!shown.levels.has(id)) {
        await Promise.all([load(id), remembered]);
        // A page that came meanwhile has dropped the level.
        if (!known.levels.has(id)) await load(id);
      }
      closed.delete(id);
      opened.add(id);
      show();
    },

    async close(id: string): Promise<void> {
      opened.delete(id);
      closed.add(id);
      show();
      await calls.remember('close', id);
    },

    /** Loads all of a level of which the server sent one page. */
    async loadWhole(key: string): Promise<void> {
      await load(key);
      show();
    },

    /**
     * Shows a change at once and sends it; changes are sent one at a time. Requests the page anew after it. On failure
     * undoes it and rejects with the error of `send`.
     */
    async change(change: TreeChange, send: () => Promise<unknown>, reload: () => Promise<unknown>): Promise<void> {
      pending = [...pending, change];
      show();
      const sent = sending.then(send);
      sending = sent.catch(ignoreOutage);
      try {
        await sent;
        known = applyChange(known, change);
        void settle(change, reload);
      } finally {
        pending = pending.filter((each) => each !== change);
        show();
      }
    },
  };
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
