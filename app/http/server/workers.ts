import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { log } from '#app/observability/log.ts';
import { BackgroundWork } from '#app/services/background-work.ts';

/** Delay before an ended worker is replaced, so that one that cannot start does not loop. */
const REPLACE_AFTER_MS = 1000;

/**
 * Starts `count` workers that share one port, and replaces each that ends. SIGTERM and SIGINT are forwarded, and this
 * process ends after its workers. SIGHUP replaces them one by one, so that no request is lost; it stops at a worker
 * that does not start. If none can start, all end. Resolves with the exit code.
 */
export async function superviseWorkers(count: number): Promise<number> {
  let isStopping = false;
  let hasListened = false;
  let failure = 0;
  /** Workers of a replacement, whose end the replacement handles. */
  const handled = new Set<Worker>();
  cluster.once('listening', () => {
    hasListened = true;
  });
  const start = () =>
    fork((error) => {
      log.error({ event: 'worker-ended', error }, 'a worker could not be started');
      forkLater();
    });
  const forkLater = () => setTimeout(() => !isStopping && start(), REPLACE_AFTER_MS);
  const stopped = new Promise<void>((done) => {
    cluster.on('exit', (worker, code, signal) => {
      // A worker that receives the signal during its start is ended by it.
      const isTold = isStopping && signal !== null;
      if (code !== 0 && !isTold) failure = code || 1;
      if (!hasListened) end('SIGTERM');
      if (isStopping && livingWorkers().length === 0) done();
      if (isStopping || handled.delete(worker)) return;
      log.error(
        { event: 'worker-ended', exitCode: code, signal, worker: worker.process.pid },
        'a worker ended by itself',
      );
      forkLater();
    });
  });
  for (let n = 0; n < count; n += 1) start();
  // A second signal is forwarded too and ends the workers at once.
  const end = (signal: NodeJS.Signals) => {
    isStopping = true;
    for (const worker of livingWorkers()) worker.process.kill(signal);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (!isStopping) failure = 0;
    end(signal);
  };
  /** Returns false if the new worker ended before it listened. The old one stays then, or is replaced later. */
  const replace = async (old: Worker): Promise<boolean> => {
    const { promise: notStarted, resolve: giveUp } = Promise.withResolvers<number>();
    const next = fork((error) => {
      log.error({ event: 'reload-failed', error }, 'a worker could not be started');
      giveUp(1);
    });
    if (!next) return false;
    handled.add(old).add(next);
    const code = await Promise.race([startOf(next), notStarted]);
    if (code === null) {
      handled.delete(next);
      if (old.isDead()) return true;
      old.process.kill('SIGTERM');
      await once(old, 'exit');
      return true;
    }
    if (old.isDead()) forkLater();
    else handled.delete(old);
    if (next.process.pid === undefined) handled.delete(next);
    else if (!isStopping)
      log.error(
        { event: 'reload-failed', exitCode: code, worker: next.process.pid },
        'a worker did not start: others stay',
      );
    return false;
  };
  const replaceAll = async () => {
    for (const old of livingWorkers()) {
      // One that ended meanwhile has been replaced.
      if (isStopping || (!old.isDead() && !(await replace(old)))) return;
    }
  };
  const replacement = new BackgroundWork(replaceAll, (error) =>
    log.error({ event: 'reload-failed', error }, 'the workers were not replaced'),
  );
  process
    .on('SIGTERM', stop)
    .on('SIGINT', stop)
    .on('SIGHUP', () => replacement.start());
  await stopped;
  return failure;
}

/** Forks a worker. If the system cannot start one, it neither listens nor ends: `onFault` is called. */
function fork(onFault: (error: unknown) => void): Worker | null {
  try {
    const worker = cluster.fork();
    return worker.on('error', (error) => {
      if (worker.process.pid === undefined) onFault(error);
    });
  } catch (error) {
    onFault(error);
    return null;
  }
}

/** Resolves with null once a worker listens, or with its exit code if it ends before. */
function startOf(worker: Worker): Promise<number | null> {
  return new Promise((done) => {
    worker.once('listening', () => done(null)).once('exit', (code) => done(code || 1));
  });
}

/** Lists the workers that were started and have not ended. */
const livingWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker?.process.pid !== undefined) as Worker[];
