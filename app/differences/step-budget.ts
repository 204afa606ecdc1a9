/**
 * How much work one comparison may cost, in steps of Myers' algorithm, which takes about D² of them for an edit of D parts.
 * Counting steps instead of time gives the same result on every machine.
 */
export class StepBudget {
  #steps: number;
  #partsGivenUp = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** The longest edit that what is left of the budget can find. */
  longestEdit(): number {
    return Math.floor(Math.sqrt(this.#steps));
  }

  spend(edit: number): void {
    this.#steps = Math.max(0, this.#steps - edit ** 2);
  }

  /** A search without a result has cost all that it was allowed: the next one gets half of what is left. */
  giveUp(parts: number): void {
    this.#partsGivenUp += parts;
    this.#steps /= 2;
  }

  /** Parts that were reported as replaced because comparing them would have cost too much. */
  get partsGivenUp(): number {
    return this.#partsGivenUp;
  }
}

/** About 0.2 s on one core; an edit of up to 2,000 parts between two anchors. */
export const STEPS_MAX = 4_000_000;
