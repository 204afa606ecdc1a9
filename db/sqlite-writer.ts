import { Worker } from 'node:worker_threads';
import type { BatchAnswer, BatchOrder } from '#db/sqlite-writer-thread.ts';

type Waiting = { resolve: (answer: BatchAnswer) => void; reject: (error: Error) => void };

/** The thread holds about 15 MB. */
const IDLE_MS = 60_000;

/**
 * Owns a thread with a write connection to a SQLite file. It starts with a batch and ends after a minute without one.
 * The thread runs whole transactions, so that none waits for the main thread while it holds the write lock.
 */
export class SqliteWriter {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #last = 0;
  readonly #idleMs: number;
  #rest: NodeJS.Timeout | undefined;

  constructor(file: string, { idleMs = IDLE_MS } = {}) {
    this.#file = file;
    this.#idleMs = idleMs;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Runs a batch in one transaction. Throws errors with Sequelize's names. */
  run(steps: BatchOrder['steps']): Promise<BatchAnswer> {
    clearTimeout(this.#rest);
    const worker = this.#start();
    this.#last += 1;
    const order: BatchOrder = { number: this.#last, steps };
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.number, { resolve, reject });
      // Keeps the process alive while a batch is under way.
      worker.ref();
      worker.postMessage(order);
    });
  }

  /** Ends the thread after the batches under way. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = undefined;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage(null);
    await ended;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(threadFile(), { workerData: this.#file });
    worker.unref();
    worker.on('message', (answer: BatchAnswer) => this.#receive(answer));
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, new Error('The writer thread ended')));
    this.#worker = worker;
    return worker;
  }

  #receive(answer: BatchAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) {
      this.#worker?.unref();
      this.#rest = setTimeout(() => void this.close(), this.#idleMs).unref();
    }
    if (answer.error) waiting?.reject(errorFrom(answer.error));
    else waiting?.resolve(answer);
  }

  /** Rejects what waits; the next batch starts a new thread. The ended one's transaction is rolled back. */
  #end(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const message = `SQLITE_IOERR: ${cause.message}`;
    const error = errorFrom({ name: 'SequelizeDatabaseError', message, code: 'SQLITE_IOERR' });
    for (const { reject } of this.#waiting.values()) reject(Object.assign(error, { cause }));
    this.#waiting.clear();
  }
}

/** Restores an error of the thread in the form of other database errors (`database-errors.ts`). */
function errorFrom({ name, message, code }: NonNullable<BatchAnswer['error']>): Error {
  const original = Object.assign(new Error(message), { code });
  return Object.assign(new Error(message), { name, original });
}

/** Returns the thread's file: the source beside this file, or its build; chunks of the build are one folder deeper. */
function threadFile(): URL {
  const { url } = import.meta;
  if (url.endsWith('.ts')) return new URL('sqlite-writer-thread.ts', url);
  return new URL(url.includes('/chunks/') ? '../sqlite-writer-thread.js' : 'sqlite-writer-thread.js', url);
}
