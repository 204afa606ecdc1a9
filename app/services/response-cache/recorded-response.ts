import { findGeneration } from '#app/services/response-cache/find-visitor.ts';
import { select } from '#db/connection.ts';
import { digestOf, newRecording, type RecordedRead, recordReads } from '#db/recorded-reads.ts';

/**
 * An answer's dependence on the database. It is a function of its request, of the time, and of the rows it read; equal
 * rows therefore mean an equal answer.
 */
export class RecordedResponse {
  readonly #recording = newRecording();
  /** Generation in which all reads had the recorded rows; null until they were repeated. */
  #generation: string | null = null;

  /** Runs the work that makes the answer. */
  record<T>(work: () => T): T {
    return recordReads(this.#recording, work);
  }

  /** False if the answer depends on more than its reads. */
  get isRepeatable(): boolean {
    return this.#recording.isComplete;
  }

  /** True if the answer was made or checked in this generation. */
  isKnownIn(generation: string): boolean {
    return generation === this.#generation;
  }

  /**
   * Returns true if the answer would read the same rows now. `generation` is the database's, read for this request. In
   * an unknown generation all reads are repeated; it counts as known only if nothing was committed meanwhile.
   */
  async isCurrent(generation: string): Promise<boolean> {
    if (this.isKnownIn(generation)) return true;
    const same = await Promise.all(this.#recording.reads.map(hasSameRows));
    if (same.includes(false)) return false;
    if ((await findGeneration()) === generation) this.#generation = generation;
    return true;
  }

  /** Repeats the answer's effects, such as noting that the document was opened. */
  repeatEffects(): void {
    for (const effect of this.#recording.effects) effect();
  }

  /** Estimated size in bytes. The texts of the statements are shared. */
  get weight(): number {
    return this.#recording.reads.reduce(
      (sum, { bind, digest }) => sum + JSON.stringify(bind).length + digest.length,
      0,
    );
  }
}

async function hasSameRows({ sql, bind, digest }: RecordedRead): Promise<boolean> {
  return digestOf(await select(sql, bind)) === digest;
}
