import { outward } from '#app/address/base-path.ts';
import { type Draft, keepDraft } from '#app/browser/drafts.ts';
import { type Exchange, exchange } from '#app/browser/envelope.ts';
import type { Job, Reply } from '#app/features/editor/browser/background/jobs.ts';
import script from '#app/features/editor/browser/background/worker.ts?worker&url';

/** Number of characters from which a text is sent and kept by a worker: doing it between two keys would delay the next. */
const LARGE_FROM = 50_000;

class WorkerLost extends Error {}

type Waiting = PromiseWithResolvers<unknown>;

/** Runs jobs in a worker. Rejects with `WorkerLost` if it cannot be started, for example after a new version. */
class Background {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  isLost = false;

  constructor() {
    // Vite's own `new Worker(new URL(…))` names a path of the host's root.
    this.#worker = new Worker(outward(script), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const job = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) job?.reject(new Error(data.error));
      else job?.resolve(data.value);
    });
    for (const event of ['error', 'messageerror']) this.#worker.addEventListener(event, () => this.#lose());
  }

  run(job: Job, signal?: AbortSignal | null): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const result: Waiting = Promise.withResolvers();
    this.#waiting.set(id, result);
    this.#worker.postMessage({ id, job });
    signal?.addEventListener('abort', () => this.#worker.postMessage({ id, job: 'abort' }), { once: true });
    return result.promise;
  }

  #lose(): void {
    this.isLost = true;
    for (const { reject } of this.#waiting.values()) reject(new WorkerLost());
    this.#waiting.clear();
  }
}

let background: Background | null = null;

/** Returns the worker, started once; null where the browser refuses it. */
function started(): Background | null {
  try {
    background ??= new Background();
    return background.isLost ? null : background;
  } catch (error) {
    console.warn('The editor has no worker:', (error as Error).name);
    return null;
  }
}

async function runApart<T>(job: Job, here: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  const worker = started();
  if (!worker) return here();
  return worker.run(job, signal).catch((error: Error) => {
    if (error instanceof WorkerLost) return here();
    throw error;
  }) as Promise<T>;
}

/** Starts the worker for a text that is large already, while the page is connected. */
export function prepareFor(text: string): void {
  if (text.length >= LARGE_FROM) started();
}

/**
 * Sends a request whose body has a `content` to save. The response to a large one lacks its `content` if it equals the
 * one that was sent.
 */
export const exchangeText: Exchange = (url, { signal, ...init }, body) => {
  const here = () => exchange(url, { ...init, signal: signal ?? null }, body);
  const { content = '' } = (body ?? {}) as { content?: string };
  if (content.length < LARGE_FROM) return here();
  return runApart({ kind: 'request', url, init, body }, here, signal);
};

/** Keeps a draft in IndexedDB. */
export function keepApart(key: string, draft: Draft): Promise<void> {
  const here = () => keepDraft(key, draft);
  return draft.content.length < LARGE_FROM ? here() : runApart({ kind: 'draft', key, draft }, here);
}
