import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export { median, percentile } from '#tests/bench/percentile.ts';

export type Call = { path: string; method?: 'GET' | 'PATCH'; body?: string };
/**
 * A load: a fixed cycle of calls, views of paths whose answers are not kept, or saves of documents in rotation, each
 * with a new text or with one word changed.
 */
export type Target = {
  origin: string;
  headers: Record<string, string>;
  calls: Call[] | { saves: string[] } | { edits: string[] } | { views: string[] };
};
export type Sample = { perSecond: number; p50: number; p99: number };
/** Ends after `seconds`, or after `requests`. */
export type Order = { target: Target; connections: number } & ({ seconds: number } | { requests: number });
type Answer = { id: number; sample?: Sample; problem?: string };
type Waiting = { done: (sample: Sample) => void; failed: (error: Error) => void };

let child: ChildProcess | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();

/**
 * Loads a target from a second process with a number of connections. Returns requests per second and latencies in ms.
 * Throws on any status other than 2xx. Concurrent loads run beside each other.
 */
export const load = (target: Target, connections: number, seconds: number): Promise<Sample> =>
  send({ target, connections, seconds });

/** Requests each call of a fixed cycle twice, so that answers "again" are those of a person who has seen the page. */
export async function visitAll(target: Target): Promise<void> {
  if (Array.isArray(target.calls)) await send({ target, connections: 1, requests: 2 * target.calls.length });
}

function send(order: Order): Promise<Sample> {
  child ??= startChild();
  last += 1;
  const id = last;
  const answered = new Promise<Sample>((done, failed) => waiting.set(id, { done, failed }));
  child.send({ id, order });
  return answered;
}

function startChild(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: [] });
  started.on('message', ({ id, sample, problem }: Answer) => {
    const { done, failed } = waiting.get(id)!;
    waiting.delete(id);
    if (sample) done(sample);
    else failed(new Error(problem));
  });
  started.on('exit', (code) => {
    for (const { failed } of waiting.values()) failed(new Error(`The process of the load ended with ${code}`));
    child = undefined;
  });
  return started;
}

/** Ends the process that sends requests. */
export function endLoads(): void {
  child?.disconnect();
}
