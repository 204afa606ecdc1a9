/**
 * Cost limit of one comparison, in steps of Myers' algorithm: about D² for an edit of D parts. Unlike time, steps give
 * the same result on every machine.
 */
export class StepBudget {
  #steps: number;
  #partsGivenUp = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** Returns the longest edit that the remaining budget can find. */
  longestEdit(): number {
    return Math.floor(Math.sqrt(this.#steps));
  }

  spend(edit: number): void {
    this.#steps = Math.max(0, this.#steps - edit ** 2);
  }

  /** Records a failed search, which has used its whole allowance. The next one gets half of the rest. */
  giveUp(parts: number): void {
    this.#partsGivenUp += parts;
    this.#steps /= 2;
  }

  /** Number of parts reported as replaced because the comparison would exceed the budget. */
  get partsGivenUp(): number {
    return this.#partsGivenUp;
  }
}

/** Takes about 0.2 s on one core; sufficient for an edit of up to 2,000 parts between two anchors. */
export const STEPS_MAX = 4_000_000;
