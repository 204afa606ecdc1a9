import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { log } from '#app/observability/log.ts';

/** Delay before an ended worker is replaced, so that one that cannot start does not loop. */
const REPLACE_AFTER_MS = 1000;

/**
 * Starts `count` workers that share one port, and replaces each that ends. SIGTERM and SIGINT are forwarded, and this
 * process ends after its workers. SIGHUP replaces them one by one, so that no request is lost. If none can start, all
 * end. Resolves with the exit code.
 */
export async function superviseWorkers(count: number): Promise<number> {
  let isStopping = false;
  let hasListened = false;
  let failure = 0;
  const replaced = new Set<Worker>();
  for (let n = 0; n < count; n += 1) cluster.fork();
  cluster.once('listening', () => {
    hasListened = true;
  });
  const stopped = new Promise<void>((done) => {
    cluster.on('exit', (worker, code, signal) => {
      // A worker that receives the signal during its start is ended by it.
      const isTold = isStopping && signal !== null;
      if (code !== 0 && !isTold) failure = code || 1;
      if (!hasListened) end('SIGTERM');
      if (isStopping && livingWorkers().length === 0) done();
      if (isStopping || replaced.delete(worker)) return;
      log.error({ event: 'worker-ended', code, worker: worker.process.pid }, 'a worker ended by itself');
      setTimeout(() => !isStopping && cluster.fork(), REPLACE_AFTER_MS);
    });
  });
  // A second signal is forwarded too and ends the workers at once.
  const end = (signal: NodeJS.Signals) => {
    isStopping = true;
    for (const worker of livingWorkers()) worker.process.kill(signal);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (!isStopping) failure = 0;
    end(signal);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('SIGHUP', async () => {
    for (const old of livingWorkers()) {
      if (isStopping) return;
      const next = cluster.fork();
      await once(next, 'listening');
      replaced.add(old);
      old.process.kill('SIGTERM');
      await once(old, 'exit');
    }
  });
  await stopped;
  return failure;
}

const livingWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
