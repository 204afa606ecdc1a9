type Waiting = { start: () => void };
type Person = { waiting: Waiting[]; running: number; used: number; usedAt: number };

/** After this time half of what a person has used is forgotten. */
const HALF_LIFE_MS = 10_000;

/**
 * Hands out the threads: the next one goes to whoever has used the least thread time lately. No one gets the last free
 * thread while they have another, so a person with much work never holds up someone with little.
 */
export class FairTurns {
  readonly #threads: number;
  readonly #waitingMax: number;
  readonly #people = new Map<string, Person>();
  #running = 0;

  constructor({ threads, waitingMax }: { threads: number; waitingMax: number }) {
    this.#threads = threads;
    this.#waitingMax = waitingMax;
  }

  /** Resolves when it is the person's turn, with the function that ends it; null where too much of theirs is waiting. */
  async take(name: string): Promise<(() => void) | null> {
    const person = this.#personCalled(name);
    if (person.waiting.length >= this.#waitingMax) return null;
    await new Promise<void>((start) => {
      person.waiting.push({ start });
      this.#startNext();
    });
    const startedAt = performance.now();
    return () => this.#end(person, performance.now() - startedAt);
  }

  #personCalled(name: string): Person {
    const known = this.#people.get(name);
    if (known) return known;
    this.#forgetIdle();
    const person: Person = { waiting: [], running: 0, used: 0, usedAt: performance.now() };
    this.#people.set(name, person);
    return person;
  }

  #startNext(): void {
    while (this.#running < this.#threads) {
      const next = this.#nextPerson();
      if (!next) return;
      this.#running += 1;
      next.running += 1;
      next.waiting.shift()!.start();
    }
  }

  #nextPerson(): Person | undefined {
    const runningMax = Math.max(1, this.#threads - 1);
    let next: Person | undefined;
    for (const person of this.#people.values()) {
      if (person.waiting.length === 0 || person.running >= runningMax) continue;
      if (!next || usedLately(person) < usedLately(next)) next = person;
    }
    return next;
  }

  #end(person: Person, milliseconds: number): void {
    person.used = usedLately(person) + milliseconds;
    person.usedAt = performance.now();
    person.running -= 1;
    this.#running -= 1;
    this.#startNext();
  }

  #forgetIdle(): void {
    for (const [name, person] of this.#people) {
      if (person.running + person.waiting.length === 0 && usedLately(person) < 1) this.#people.delete(name);
    }
  }
}

function usedLately({ used, usedAt }: Person): number {
  return used * 2 ** ((usedAt - performance.now()) / HALF_LIFE_MS);
}
