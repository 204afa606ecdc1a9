import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Jobs, Order } from '#app/markdown/render-worker.ts';

/** Beyond what the work in the thread allows itself; met only where even that does not end it. */
const GIVEN_UP_AFTER_MS = 30_000;
const IDLE_MS = 60_000;
const MEMORY_MB = 512;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/** The source beside this one, or its build; chunks of the build lie one folder deeper. */
function threadFile(): URL {
  const { url } = import.meta;
  if (url.endsWith('.ts')) return new URL('render-worker.ts', url);
  return new URL(url.includes('/chunks/') ? '../render-worker.js' : 'render-worker.js', url);
}

function startThread(): Worker {
  const started = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const forget = () => {
    if (thread === started) thread = undefined;
  };
  started.once('exit', forget).once('error', forget);
  return started;
}

function stopWhenIdle(): void {
  idle = setTimeout(() => void thread?.terminate(), IDLE_MS);
  idle.unref();
  thread?.unref();
}

async function ask(order: Order): Promise<unknown> {
  clearTimeout(idle);
  thread ??= startThread();
  const asked = thread;
  const answered = new AbortController();
  const timer = setTimeout(() => void asked.terminate(), GIVEN_UP_AFTER_MS);
  asked.ref();
  try {
    const { signal } = answered;
    const answer = once(asked, 'message', { signal }).then(([message]) => message);
    const end = once(asked, 'exit', { signal }).then(() =>
      Promise.reject(new Error('The thread for long texts ended')),
    );
    asked.postMessage(order);
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
    answered.abort();
    stopWhenIdle();
  }
}

/**
 * Does a job in a thread of its own, so that this one goes on serving; one after the other. Throws where it takes half
 * a minute or half a gigabyte. The thread is started when first needed and ends by itself.
 */
export function onSideThread<Name extends keyof Jobs>(
  name: Name,
  ...input: Parameters<Jobs[Name]>
): Promise<ReturnType<Jobs[Name]>> {
  const mine = last.then(() => ask({ name, input } as Order));
  // Only for the next in line: whoever asked is given the error.
  last = mine.catch(() => undefined);
  return mine as Promise<ReturnType<Jobs[Name]>>;
}
