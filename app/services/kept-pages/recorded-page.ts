import { findGeneration } from '#app/services/kept-pages/find-visitor.ts';
import { select } from '#db/connection.ts';
import { digestOf, newRecording, type RecordedRead, recordReads, unrecorded } from '#db/recorded-reads.ts';

/**
 * A page's dependence on the database. A page is a function of its request, of the time, and of the rows it read; equal
 * rows therefore mean an equal page.
 */
export class RecordedPage {
  readonly #recording = newRecording();
  /** Generation in which all reads had the recorded rows; null if unknown. */
  #generation: string | null;

  /** `generation` is that of the database before the first read. */
  constructor(generation: string) {
    this.#generation = generation;
  }

  /** Runs the work that makes the page. */
  record<T>(work: () => T): T {
    return recordReads(this.#recording, work);
  }

  /** Ends the recording. Returns false if the page depends on more than its reads. */
  async isRepeatable(): Promise<boolean> {
    if (!this.#recording.isComplete) return false;
    if ((await unrecorded(findGeneration)) !== this.#generation) this.#generation = null;
    return true;
  }

  /**
   * Returns true if the page would read the same rows now. `generation` was asked by this request. In an unknown
   * generation all reads are repeated; the new one is adopted only if nothing was committed meanwhile.
   */
  async isCurrent(generation: string): Promise<boolean> {
    if (generation === this.#generation) return true;
    const same = await Promise.all(this.#recording.reads.map(hasSameRows));
    if (same.includes(false)) return false;
    if ((await findGeneration()) === generation) this.#generation = generation;
    return true;
  }

  /** Repeats the page's effects, such as noting that the document was opened. */
  repeatEffects(): void {
    for (const effect of this.#recording.effects) effect();
  }

  /** Estimated size in bytes. */
  get weight(): number {
    return this.#recording.reads.reduce((sum, { sql, bind }) => sum + 2 * sql.length + JSON.stringify(bind).length, 0);
  }
}

async function hasSameRows({ sql, bind, digest }: RecordedRead): Promise<boolean> {
  return digestOf(await select(sql, bind)) === digest;
}
