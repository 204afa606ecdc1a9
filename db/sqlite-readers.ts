import { availableParallelism } from 'node:os';
import { SqliteReader } from '#db/sqlite-reader.ts';

/** Two, so that a quick search does not wait behind one for a frequent word; more only where cores are free. */
const CONNECTIONS_MAX = Math.min(4, Math.max(2, availableParallelism() - 1));

/**
 * Connections for reads that take long on SQLite, as a connection runs one statement after the other. Opened when
 * needed; each read takes the one with the fewest reads.
 */
export class SqliteReaders {
  readonly #file: string;
  readonly #readers: { reader: SqliteReader; reads: number }[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  async all<Row>(sql: string, bind: Record<string, unknown>): Promise<Row[]> {
    const taken = this.#leastBusy();
    taken.reads += 1;
    try {
      return await taken.reader.all<Row>(sql, bind);
    } finally {
      taken.reads -= 1;
    }
  }

  #leastBusy() {
    const [first] = this.#readers.toSorted((one, other) => one.reads - other.reads);
    if (first && (first.reads === 0 || this.#readers.length === CONNECTIONS_MAX)) return first;
    const opened = { reader: new SqliteReader(this.#file), reads: 0 };
    this.#readers.push(opened);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map(({ reader }) => reader.close()));
  }
}
