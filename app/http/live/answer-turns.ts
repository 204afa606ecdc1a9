import { TurnQueue } from '#app/services/turn-queue.ts';

/** Maximum number of answers per person that are sent and not yet read. Each may be a whole shared state. */
const AT_ONCE = 4;

/**
 * Limits the answers that one person's connections have requested and not read yet. Unlike updates, which all members
 * share, each answer is memory of its own.
 */
export class AnswerTurns {
  readonly #ofPerson = new Map<string, TurnQueue>();

  /** Resolves to a function that ends the turn, once fewer than four of this person's answers are on their way. */
  async take(person: string): Promise<() => void> {
    const turns = this.#ofPerson.get(person) ?? new TurnQueue({ atOnce: AT_ONCE });
    this.#ofPerson.set(person, turns);
    const end = await turns.take();
    return () => {
      end();
      if (turns.isIdle && this.#ofPerson.get(person) === turns) this.#ofPerson.delete(person);
    };
  }
}
