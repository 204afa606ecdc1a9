import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Jobs, Order } from '#app/markdown/render-worker.ts';

/** Beyond what the work in the thread allows itself; met only where even that does not end it. */
const GIVEN_UP_AFTER_MS = 30_000;
const IDLE_MS = 60_000;
const MEMORY_MB = 512;

/** One job at a time each. */
type Thread = { worker: Worker; isBusy: boolean; idle: NodeJS.Timeout | undefined };

const MOST_THREADS = availableParallelism();

const threads = new Set<Thread>();
const waiting: ((thread: Thread) => void)[] = [];

/** The source beside this one, or its build; chunks of the build lie one folder deeper. */
function threadFile(): URL {
  const { url } = import.meta;
  if (url.endsWith('.ts')) return new URL('render-worker.ts', url);
  return new URL(url.includes('/chunks/') ? '../render-worker.js' : 'render-worker.js', url);
}

function startThread(): Thread {
  const worker = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const started: Thread = { worker, isBusy: true, idle: undefined };
  const forget = () => void threads.delete(started);
  worker.once('exit', forget).once('error', forget);
  threads.add(started);
  return started;
}

async function takeThread(): Promise<Thread> {
  const free = [...threads].find(({ isBusy }) => !isBusy);
  if (free) {
    free.isBusy = true;
    clearTimeout(free.idle);
    return free;
  }
  if (threads.size < MOST_THREADS) return startThread();
  return new Promise((resolve) => void waiting.push(resolve));
}

function giveBack(thread: Thread): void {
  const next = waiting.shift();
  if (next) next(threads.has(thread) ? thread : startThread());
  else rest(thread);
}

function rest(thread: Thread): void {
  thread.isBusy = false;
  thread.idle = setTimeout(() => void thread.worker.terminate(), IDLE_MS);
  thread.idle.unref();
  thread.worker.unref();
}

async function ask({ worker }: Thread, order: Order): Promise<unknown> {
  const answered = new AbortController();
  const timer = setTimeout(() => void worker.terminate(), GIVEN_UP_AFTER_MS);
  worker.ref();
  try {
    const { signal } = answered;
    const answer = once(worker, 'message', { signal }).then(([message]) => message);
    const end = once(worker, 'exit', { signal }).then(() =>
      Promise.reject(new Error('The thread for long texts ended')),
    );
    worker.postMessage(order);
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
    answered.abort();
  }
}

/**
 * Does a job in a thread of its own, so that this one goes on serving; as many at a time as there are cores. Throws where
 * it takes half a minute or half a gigabyte. Threads are started when first needed and end by themselves.
 */
export async function onSideThread<Name extends keyof Jobs>(
  name: Name,
  ...input: Parameters<Jobs[Name]>
): Promise<ReturnType<Jobs[Name]>> {
  const thread = await takeThread();
  try {
    return (await ask(thread, { name, input } as Order)) as ReturnType<Jobs[Name]>;
  } finally {
    giveBack(thread);
  }
}
