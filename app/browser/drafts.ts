import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval';
import { ageOf } from '#app/browser/draft-age.ts';

/** Title, icon and Markdown of a document. */
export type WrittenOf<Content> = { title: string; content: Content; icon: string | null };

/** Text that the server has not acknowledged, and the version it is based on. `Content` is a form of its Markdown. */
export type DraftOf<Content> = WrittenOf<Content> & {
  baseVersion: number;
  /** Text sent without a received response. The server may have saved it. */
  pending?: WrittenOf<Content> | null;
  /** The text of the base version, in the editor of a document that several people can write in at once. */
  base?: WrittenOf<Content>;
  /** Changes of a shared text that are not acknowledged: a Yjs update in base64, of the state with this epoch. */
  shared?: { epoch: number; update: string };
  /** Keys of drafts whose text this one contains. */
  replaces?: string[];
  at: number;
  /** Instant in ms at which it was first found older than drafts are kept. */
  oldSince?: number;
};
export type Draft = DraftOf<string>;
export type KeptDraft = Draft & { key: string };

const COPY_PREFIX = 'arbor-draft:';

let opened: UseStore | undefined;
const store = () => {
  opened ??= createStore('arbor-drafts', 'drafts');
  return opened;
};

/** Keeps a draft under a key. */
export const keepDraft = (key: string, draft: Draft): Promise<void> => set(key, draft, store());

/** Returns a draft with its texts converted to another form, such as from strings to numbers. */
export function convertDraft<From, To>(draft: DraftOf<From>, convert: (content: From) => To): DraftOf<To> {
  const { content, base, pending, ...rest } = draft;
  const converted = (text: WrittenOf<From>) => ({ ...text, content: convert(text.content) });
  return {
    ...rest,
    content: convert(content),
    ...(base ? { base: converted(base) } : {}),
    ...(pending === undefined ? {} : { pending: pending && converted(pending) }),
  };
}

type KeeperOptions<Content> = {
  /** Version that the edits are based on. */
  version: number;
  /** Writes a draft to IndexedDB. */
  put: (key: string, draft: DraftOf<Content>) => Promise<void>;
  asString: (content: Content) => string;
};

/**
 * Stores unsent text of one editing session. Each session has its own key, so that tabs do not overwrite each other's
 * drafts; it includes the user, as two people may use one browser. A lock with the same name marks a running session.
 * Throws if the browser refuses storage.
 */
export class DraftKeeper<Content> {
  readonly key: string;
  readonly #store = store();
  /** Keys of drafts from ended sessions that this one continues. They are removed with its own. */
  readonly #taken: string[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #options: KeeperOptions<Content>;
  #keeping: Promise<void> = Promise.resolve();

  constructor(userId: string, docId: string, options: KeeperOptions<Content>) {
    this.#options = options;
    const random = crypto.getRandomValues(new Uint32Array(2)).join('-');
    this.key = `${userId}/${docId}/${options.version}-${random}`;
    // Plain http away from localhost has no locks; then drafts of running sessions are offered too.
    void navigator.locks?.request(this.key, () => this.#ended.promise);
  }

  keep(draft: DraftOf<Content>): Promise<void> {
    this.#keeping = this.#options.put(this.key, draft);
    return this.#keeping;
  }

  /** Stores synchronously, for a page that unloads and no longer waits for a database. Returns false without space. */
  keepAtOnce(draft: DraftOf<Content>): boolean {
    const written = convertDraft(draft, this.#options.asString);
    const { base: _, ...short } = written;
    return this.#copy(written) || this.#copy(short);
  }

  #copy(draft: Draft): boolean {
    try {
      localStorage.setItem(COPY_PREFIX + this.key, JSON.stringify(draft));
      return true;
    } catch (error) {
      console.warn('This browser keeps no copy:', (error as Error).name);
      return false;
    }
  }

  /**
   * Stores a draft that contains another one, which is removed. After a crash in between, only one of them is found.
   */
  async replace(other: KeptDraft, draft: DraftOf<Content>): Promise<void> {
    await this.keep({ ...draft, replaces: [other.key] });
    await forgetDrafts([other]);
  }

  take({ key }: KeptDraft): void {
    this.#taken.push(key);
  }

  /** Keys of this draft and of those that it continues. */
  get keys(): string[] {
    return [this.key, ...this.#taken];
  }

  /** Removes the draft once the server has acknowledged the text. */
  async remove(): Promise<void> {
    const keys = [this.key, ...this.#taken.splice(0)];
    removeCopies(keys);
    // A draft that is still being written would outlive its removal. Its failure was reported.
    await this.#keeping.catch(() => undefined);
    await delMany(keys, this.#store);
  }

  /** Ends the session. Its draft is offered from now on. */
  end(): void {
    this.#ended.resolve();
  }
}

function removeCopies(keys: readonly string[]): void {
  for (const key of keys) localStorage.removeItem(COPY_PREFIX + key);
}

/** Returns the synchronous copies of unloaded pages, which are newer than the drafts in IndexedDB. */
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
  const now = Date.now();
  const replaced = new Set([...kept.values()].flatMap(({ replaces = [] }) => replaces));
  const drafts = [...kept].map(([key, draft]) => ({ ...draft, key }));
  // A replaced draft must not outlive the one that names it.
  const isOver = (draft: KeptDraft) => replaced.has(draft.key) || ageOf(draft, now) === 'over';
  await forgetDrafts(drafts.filter(isOver));
  await markOld(
    drafts.filter((draft) => !isOver(draft) && ageOf(draft, now) === 'old'),
    now,
  );
  return drafts.filter((draft) => !isOver(draft)).sort((a, b) => b.at - a.at);
}

async function markOld(drafts: readonly KeptDraft[], now: number): Promise<void> {
  for (const { key, ...draft } of drafts) await keepDraft(key, { ...draft, oldSince: now });
  // A copy has no mark, and counts as newer.
  removeCopies(drafts.map(({ key }) => key));
}

/** Returns all drafts of a document; `isRunning` is true while their session runs. */
async function draftsOf(userId: string, docId: string): Promise<(KeptDraft & { isRunning: boolean })[]> {
  const [drafts, running] = await Promise.all([allDrafts(), runningSessions()]);
  const own = `${userId}/${docId}`;
  // In older versions the document was the whole key.
  const mine = drafts.filter(({ key }) => key === own || key.startsWith(`${own}/`));
  return mine.map((draft) => ({ ...draft, isRunning: running.has(draft.key) }));
}

/** Returns drafts of ended sessions of a document, newest first. */
export async function findDrafts(userId: string, docId: string): Promise<KeptDraft[]> {
  return (await draftsOf(userId, docId)).filter(({ isRunning }) => !isRunning);
}

type Sessions = { userId: string; docId: string; own: string | undefined; signal: AbortSignal };

/**
 * Calls back when another session of a document that has a draft ends. After a reload, the browser may end the session
 * of the former page later than this one looks for drafts.
 */
export async function watchSessions({ userId, docId, own, signal }: Sessions, onEnd: () => void): Promise<void> {
  for (const { key, isRunning } of await draftsOf(userId, docId)) {
    if (!isRunning || key === own || signal.aborted) continue;
    // Granted once the session has ended; called after the release, so that the key no longer counts as running.
    const ended = navigator.locks.request(key, { signal }, () => {});
    ended.then(onEnd).catch((error: Error) => {
      if (error.name !== 'AbortError') console.warn('A session is not watched:', error.name);
    });
  }
}

/** Returns all drafts of a person in this browser, those of running sessions too. */
export async function findAllDrafts(userId: string): Promise<KeptDraft[]> {
  return (await allDrafts()).filter(({ key }) => key.startsWith(`${userId}/`));
}

/** Tests whether this browser has a draft of a document, of any person, for pages without a session. */
export async function hasDraft(docId: string): Promise<boolean> {
  return (await allDrafts()).some(({ key }) => key.split('/')[1] === docId);
}

export async function forgetDrafts(drafts: readonly Pick<KeptDraft, 'key'>[]): Promise<void> {
  const keys = drafts.map(({ key }) => key);
  removeCopies(keys);
  if (keys.length > 0) await delMany(keys, store());
}
