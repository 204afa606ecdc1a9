/** Maximum number of answers per person that are sent and not yet read. Each may be a whole shared state. */
const AT_ONCE = 4;

type Turns = { taken: number; waiting: (() => void)[] };

/**
 * Limits the answers that one person's connections have requested and not read yet. Unlike updates, which all members
 * share, each answer is memory of its own.
 */
export class AnswerTurns {
  readonly #ofPerson = new Map<string, Turns>();

  /** Resolves to a function that ends the turn, once fewer than four of this person's answers are on their way. */
  async take(person: string): Promise<() => void> {
    const turns = this.#ofPerson.get(person) ?? { taken: 0, waiting: [] };
    this.#ofPerson.set(person, turns);
    if (turns.taken < AT_ONCE) turns.taken += 1;
    else await new Promise<void>((next) => turns.waiting.push(next));
    return () => {
      const next = turns.waiting.shift();
      if (next) return next();
      turns.taken -= 1;
      if (turns.taken === 0) this.#ofPerson.delete(person);
    };
  }
}
