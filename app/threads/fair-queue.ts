type Waiting = { start: () => void };
type Person = { waiting: Waiting[]; running: number; used: number; usedAt: number };

/** Half-life of the recorded usage of a person. */
const HALF_LIFE_MS = 10_000;

/**
 * Fair scheduler of threads. The next one goes to the person with the least recent thread time. Nobody gets the last
 * free thread while holding another, so that heavy users never delay light ones.
 */
export class FairQueue {
  readonly #threads: number;
  #reserved = 1;
  readonly #waitingMax: number;
  readonly #people = new Map<string, Person>();
  #running = 0;

  constructor({ threads, waitingMax }: { threads: number; waitingMax: number }) {
    this.#threads = threads;
    this.#waitingMax = waitingMax;
  }

  /** Reserves no thread, in a process that works for one person. */
  reserveNone(): void {
    this.#reserved = 0;
  }

  /** Waits for a thread. Resolves with a function that releases it; null if the person's queue is full. */
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
    const runningMax = Math.max(1, this.#threads - this.#reserved);
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
