/** Others in a document announce themselves every 15 s, so only a lone editor has to ask. */
const SILENT_MS = 20_000;
const ANSWERS_WITHIN_MS = 10_000;
/** A slow line delivers a large text within this time; no other message arrives meanwhile. */
const ANSWERS_WITHIN_MOST_MS = 160_000;

type Options = {
  /** Sends something that the other end answers. */
  ask: () => void;
  onLost: () => void;
};

/** Detects a connection that has lost its other end without being closed, which browsers do not report. */
export class Heartbeat {
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #answersWithinMs = ANSWERS_WITHIN_MS;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Called for each received message. */
  onHeard(): void {
    if (this.#isAsking) this.#answersWithinMs = ANSWERS_WITHIN_MS;
    this.end();
    this.#timer = setTimeout(this.ask, SILENT_MS);
  }

  readonly ask = () => {
    if (this.#isAsking) return;
    this.#options.ask();
    this.expect();
    this.#isAsking = true;
  };

  /** Ends the connection unless a message arrives in time. Each lost connection doubles that time until an answer. */
  expect(): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.end();
      this.#answersWithinMs = Math.min(ANSWERS_WITHIN_MOST_MS, 2 * this.#answersWithinMs);
      this.#options.onLost();
    }, this.#answersWithinMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#isAsking = false;
  }
}
