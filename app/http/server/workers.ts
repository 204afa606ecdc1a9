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
  const supervisor = new Supervisor();
  const stopped = supervisor.run(count);
  process
    .on('SIGTERM', supervisor.stop)
    .on('SIGINT', supervisor.stop)
    .on('SIGHUP', () => supervisor.replaceAll());
  return stopped;
}

class Supervisor {
  #isStopping = false;
  #hasListened = false;
  #exitCode = 0;
  readonly #ended = Promise.withResolvers<number>();
  /** Workers of a replacement, whose end the replacement handles. */
  readonly #handled = new Set<Worker>();
  readonly #replacement = new BackgroundWork(
    () => this.#replaceEach(),
    (error) => log.error({ event: 'reload-failed', error }, 'the workers were not replaced'),
  );

  /** Resolves with the exit code once all workers have ended. */
  run(count: number): Promise<number> {
    cluster.once('listening', () => {
      this.#hasListened = true;
    });
    cluster.on('exit', (worker, code, signal) => {
      this.#onExit(worker, code, signal);
      this.#resolveIfEnded();
    });
    for (let n = 0; n < count; n += 1) this.#start();
    return this.#ended.promise;
  }

  readonly stop = (signal: NodeJS.Signals): void => {
    if (!this.#isStopping) this.#exitCode = 0;
    this.#end(signal);
    // Between the end of the last one and its replacement.
    this.#resolveIfEnded();
  };

  replaceAll(): void {
    this.#replacement.start();
  }

  #onExit(worker: Worker, code: number, signal: string | null): void {
    // A worker that receives the signal during its start is ended by it.
    const isTold = this.#isStopping && signal !== null;
    if (code !== 0 && !isTold) this.#exitCode = code || 1;
    if (!this.#hasListened) this.#end('SIGTERM');
    if (this.#isStopping || this.#handled.delete(worker)) return;
    log.error(
      { event: 'worker-ended', exitCode: code, signal, worker: worker.process.pid },
      'a worker ended by itself',
    );
    this.#startLater();
  }

  #resolveIfEnded(): void {
    if (this.#isStopping && livingWorkers().length === 0) this.#ended.resolve(this.#exitCode);
  }

  /** Forwards a signal. A second one ends the workers at once. */
  #end(signal: NodeJS.Signals): void {
    this.#isStopping = true;
    for (const worker of livingWorkers()) worker.process.kill(signal);
  }

  #start(): void {
    fork((error) => {
      log.error({ event: 'worker-ended', error }, 'a worker could not be started');
      this.#startLater();
    });
  }

  #startLater(): void {
    setTimeout(() => !this.#isStopping && this.#start(), REPLACE_AFTER_MS);
  }

  async #replaceEach(): Promise<void> {
    for (const old of livingWorkers()) {
      // One that ended meanwhile has been replaced.
      if (this.#isStopping || (!old.isDead() && !(await this.#replace(old)))) return;
    }
  }

  /** Returns false if the new worker ended before it listened. The old one stays then, or is replaced later. */
  async #replace(old: Worker): Promise<boolean> {
    const { promise: notStarted, resolve: giveUp } = Promise.withResolvers<number>();
    const next = fork((error) => {
      log.error({ event: 'reload-failed', error }, 'a worker could not be started');
      giveUp(1);
    });
    if (!next) return false;
    this.#handled.add(old).add(next);
    const code = await Promise.race([startOf(next), notStarted]);
    if (code !== null) {
      this.#keepOld(old, next, code);
      return false;
    }
    this.#handled.delete(next);
    if (old.isDead()) return true;
    old.process.kill('SIGTERM');
    await once(old, 'exit');
    return true;
  }

  #keepOld(old: Worker, next: Worker, exitCode: number): void {
    if (old.isDead()) this.#startLater();
    else this.#handled.delete(old);
    const { pid } = next.process;
    if (pid === undefined) this.#handled.delete(next);
    else if (!this.#isStopping)
      log.error({ event: 'reload-failed', exitCode, worker: pid }, 'a worker did not start: others stay');
  }
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
