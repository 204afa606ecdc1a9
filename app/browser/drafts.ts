import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval';

/** Text that has not reached the server: what was typed, and the version it was typed on. */
export type Draft = {
  title: string;
  content: string;
  icon: string | null;
  baseVersion: number;
  /** What was sent of it without an answer: perhaps the server has that. */
  pending?: { title: string; content: string; icon: string | null } | null;
  at: number;
};
export type KeptDraft = Draft & { key: string };

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const COPY_PREFIX = 'arbor-draft:';

let opened: UseStore | undefined;
const store = () => {
  opened ??= createStore('arbor-drafts', 'drafts');
  return opened;
};
/**
 * The unsent text of one editing session. Each session has a key of its own, so that no tab writes over or removes what
 * another one has not sent, and the person's own, as two people may use one browser; a lock of the same name tells others that the session still runs. Throws where the browser
 * refuses storage.
 */
export class DraftKeeper {
  readonly key: string;
  readonly #store = store();
  /** Drafts of sessions that ended, which this one has taken over: they go when its own does. */
  readonly #taken: string[] = [];
  readonly #ended = Promise.withResolvers<void>();

  constructor(userId: string, docId: string, baseVersion: number) {
    const random = crypto.getRandomValues(new Uint32Array(2)).join('-');
    this.key = `${userId}/${docId}/${baseVersion}-${random}`;
    // Away from localhost a plain http page has no locks: then running sessions are offered as well.
    void navigator.locks?.request(this.key, () => this.#ended.promise);
  }

  keep(draft: Draft): Promise<void> {
    return set(this.key, draft, this.#store);
  }

  /** For a page that goes away, which no longer waits for a database. Tells whether there was room. */
  keepAtOnce(draft: Draft): boolean {
    try {
      localStorage.setItem(COPY_PREFIX + this.key, JSON.stringify(draft));
      return true;
    } catch (error) {
      console.warn('This browser keeps no copy:', (error as Error).name);
      return false;
    }
  }

  take({ key }: KeptDraft): void {
    this.#taken.push(key);
  }

  /** The server has it. */
  async remove(): Promise<void> {
    const keys = [this.key, ...this.#taken.splice(0)];
    removeCopies(keys);
    await delMany(keys, this.#store);
  }

  /** The session ends; what it kept is offered from now on. */
  end(): void {
    this.#ended.resolve();
  }
}

function removeCopies(keys: readonly string[]): void {
  for (const key of keys) localStorage.removeItem(COPY_PREFIX + key);
}

/** The copies of pages that went away, newer than what their database got. */
function copies(): Map<string, Draft> {
  const found = new Map<string, Draft>();
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(COPY_PREFIX)) continue;
    found.set(name.slice(COPY_PREFIX.length), JSON.parse(localStorage.getItem(name) ?? 'null') as Draft);
  }
  return found;
}

async function runningSessions(): Promise<Set<string | undefined>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}

async function allDrafts(): Promise<KeptDraft[]> {
  const kept = new Map(await entries<string, Draft>(store()));
  for (const [key, copy] of copies()) if (copy.at >= (kept.get(key)?.at ?? 0)) kept.set(key, copy);
  const drafts = [...kept].map(([key, draft]) => ({ ...draft, key }));
  const isOld = ({ at }: KeptDraft) => at < Date.now() - KEPT_MS;
  await forgetDrafts(drafts.filter(isOld));
  return drafts.filter((draft) => !isOld(draft)).sort((a, b) => b.at - a.at);
}

/** What sessions that ended have not sent of a document, the newest first. */
export async function findDrafts(userId: string, docId: string): Promise<KeptDraft[]> {
  const [drafts, running] = await Promise.all([allDrafts(), runningSessions()]);
  const own = `${userId}/${docId}`;
  // Before sessions had keys of their own, the document was the whole key.
  return drafts.filter(({ key }) => (key === own || key.startsWith(`${own}/`)) && !running.has(key));
}

/** Whether anything a person wrote in this browser has not reached the server. */
export async function hasDrafts(userId: string): Promise<boolean> {
  return (await allDrafts()).some(({ key }) => key.startsWith(`${userId}/`));
}

export async function forgetDrafts(drafts: readonly KeptDraft[]): Promise<void> {
  const keys = drafts.map(({ key }) => key);
  removeCopies(keys);
  if (keys.length > 0) await delMany(keys, store());
}
