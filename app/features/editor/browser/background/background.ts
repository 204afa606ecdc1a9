import type { Text } from '@codemirror/state';
import { outward } from '#app/address/base-path.ts';
import { convertDraft, type DraftOf, keepDraft } from '#app/browser/drafts.ts';
import { type Exchange, exchange } from '#app/browser/envelope.ts';
import type { Job, Order, Reply } from '#app/features/editor/browser/background/jobs.ts';
import { SentTexts } from '#app/features/editor/browser/background/sent-texts.ts';
import script from '#app/features/editor/browser/background/worker.ts?worker&url';
import { asString } from '#app/features/editor/browser/written.ts';

/**
 * Number of characters from which a text is sent and kept by a worker: doing it between two keys would delay the next.
 */
const LARGE_FROM = 50_000;

class WorkerLost extends Error {}

type Waiting = PromiseWithResolvers<unknown>;
/** Describes a job with the numbers of its texts. */
type JobOf = (numberOf: (text: Text) => number) => Job;

/** Runs jobs in a worker. Rejects with `WorkerLost` if it cannot be started, for example after a new version. */
class Background {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #texts = new SentTexts();
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

  run(jobOf: JobOf, signal?: AbortSignal | null): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const result: Waiting = Promise.withResolvers();
    this.#waiting.set(id, result);
    const { message: job, texts } = this.#texts.describe(jobOf);
    this.#post({ id, job, texts });
    signal?.addEventListener('abort', () => this.#post({ id, job: 'abort' }), { once: true });
    return result.promise;
  }

  #post(order: Order): void {
    this.#worker.postMessage(order);
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

async function runApart<T>(jobOf: JobOf, here: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  const worker = started();
  if (!worker) return here();
  return worker.run(jobOf, signal).catch((error: Error) => {
    if (error instanceof WorkerLost) return here();
    throw error;
  }) as Promise<T>;
}

/** Starts the worker for a text that is large already, while the page is connected. */
export function prepareFor(text: string): void {
  if (text.length >= LARGE_FROM) started();
}

/**
 * Sends a request whose body may have a `content` to save. The response to a large one lacks its `content` if it equals
 * the one that was sent.
 */
export const exchangeText: Exchange = (url, { signal, ...init }, body) => {
  const { content, ...rest } = body as { content?: Text };
  const here = () =>
    exchange(url, { ...init, signal: signal ?? null }, content ? { ...rest, content: asString(content) } : rest);
  if (!content || content.length < LARGE_FROM) return here();
  const jobOf: JobOf = (numberOf) => ({ kind: 'request', url, init, body: { ...rest, content: numberOf(content) } });
  return runApart(jobOf, here, signal);
};

/** Keeps a draft in IndexedDB. */
export function keepApart(key: string, draft: DraftOf<Text>): Promise<void> {
  const here = () => keepDraft(key, convertDraft(draft, asString));
  if (draft.content.length < LARGE_FROM) return here();
  return runApart((numberOf) => ({ kind: 'draft', key, draft: convertDraft(draft, numberOf) }), here);
}
