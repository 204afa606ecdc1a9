import { pipeline, type Readable, Transform } from 'node:stream';

export type BackupPhase = 'checking' | 'files' | 'rows' | 'index' | 'inspecting';

/**
 * Counts what a backup or restore has done, for screens. Each count also checks for a stop, and throws the reason of
 * the signal before anything is put into place.
 */
export class BackupProgress {
  phase: BackupPhase = 'checking';
  /** Parts of the present phase: rows or files; `total` is 0 where it is unknown. */
  done = 0;
  total = 0;
  rows = 0;
  files = 0;
  bytes = 0;
  readonly #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  throwIfStopped(): void {
    this.#signal?.throwIfAborted();
  }

  begin(phase: BackupPhase, total = 0): void {
    this.throwIfStopped();
    this.phase = phase;
    this.done = 0;
    this.total = total;
  }

  step(): void {
    this.#signal?.throwIfAborted();
    this.done += 1;
  }

  addRows(count: number): void {
    this.#signal?.throwIfAborted();
    this.rows += count;
    this.done += count;
  }

  addFile(): void {
    this.step();
    this.files += 1;
  }

  /** Passes the bytes of a file through and counts them. */
  counted(bytes: Readable): Readable {
    const counter = new Transform({
      transform: (chunk, _encoding, done) => {
        if (this.#signal?.aborted) return done(this.#signal.reason);
        this.bytes += chunk.length;
        done(null, chunk);
      },
    });
    // The error of the source destroys the counter too, so its reader gets it.
    return pipeline(bytes, counter, () => undefined) as unknown as Readable;
  }
}
