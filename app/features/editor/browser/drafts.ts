import { createStore, del, get, set } from 'idb-keyval';

/** Text that has not reached the server: what was typed, and the version it was typed on. */
export type Draft = { title: string; content: string; icon: string | null; baseVersion: number; at: number };

const store = () => createStore('arbor-drafts', 'drafts');
/** Two people may use one browser, one after the other: neither is offered what the other typed. */
const key = (userId: string, docId: string) => `${userId}/${docId}`;

export type Drafts = {
  find: () => Promise<Draft | undefined>;
  keep: (draft: Draft) => Promise<void>;
  remove: () => Promise<void>;
};

/** The unsent text of one person and document in this browser's IndexedDB. Throws where the browser refuses storage. */
export function draftsOf(userId: string, docId: string): Drafts {
  const drafts = store();
  const own = key(userId, docId);
  return {
    find: () => get<Draft>(own, drafts),
    keep: (draft) => set(own, draft, drafts),
    remove: () => del(own, drafts),
  };
}
