/**
 * Single-flight: calls with the same key share one query. A call during a running query waits for the next one, as the
 * running result may be stale.
 */
export class SingleFlight<Answer> {
  readonly #underWay = new Map<string, Promise<Answer>>();
  readonly #next = new Map<string, Promise<Answer>>();

  ask(key: string, question: () => Promise<Answer>): Promise<Answer> {
    const next = this.#next.get(key);
    if (next) return next;
    const underWay = this.#underWay.get(key);
    if (!underWay) return this.#start(key, question);
    const start = () => {
      this.#next.delete(key);
      return this.#start(key, question);
    };
    const waiting = underWay.then(start, start);
    this.#next.set(key, waiting);
    return waiting;
  }

  #start(key: string, question: () => Promise<Answer>): Promise<Answer> {
    const asked = question().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }
}
