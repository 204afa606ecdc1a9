/** Maximum messages of one person to one document in ten seconds; fast typing with a moving cursor makes about 300. */
const MESSAGES_MAX = 2000;
const WINDOW_MS = 10_000;

export class MessageAllowance {
  #count = 0;
  #since = Date.now();

  /** Returns false if the messages of this window are used up. */
  take(): boolean {
    const now = Date.now();
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= MESSAGES_MAX;
  }
}
