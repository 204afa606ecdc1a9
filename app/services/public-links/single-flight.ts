/**
 * Many who ask the same at the same time are answered by one question; each answer is from after its asking. A question
 * already under way answers nobody who comes later: what it says may be old by then.
 */
export class JoinedQuestions<Answer> {
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
