/** Single-flight: concurrent calls with the same key share one run. */
export class SingleFlight<Answer> {
  readonly #underWay = new Map<string, Promise<Answer>>();
  readonly #next = new Map<string, Promise<Answer>>();

  /** Returns the run that is under way for this key, if there is one. */
  find(key: string): Promise<Answer> | undefined {
    return this.#underWay.get(key);
  }

  /** Joins the run that is under way, or starts one. For results that do not grow stale. */
  join(key: string, work: () => Promise<Answer>): Promise<Answer> {
    return this.find(key) ?? this.#start(key, work);
  }

  /** Starts a query. A call during a running one waits for the next, as the running result may be stale. */
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
