/** The server stores changes within a second or two; after this time it does not. */
const STORED_WITHIN_MS = 15_000;
const LOOK_MS = 50;

type Options = {
  /** True if the server has stored all changes. */
  isStored: () => boolean;
  /** True if nothing more will be stored over this connection. */
  isOver: () => boolean;
  onStuck: () => void;
};

/** Notices changes that are not stored, as with a full disk or over a connection that lost its other end. */
export class StoringWatch {
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStuck = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get isStuck(): boolean {
    return this.#isStuck;
  }

  onChange(): void {
    this.#timer ??= setTimeout(() => {
      this.#isStuck = !this.#options.isStored();
      if (this.#isStuck) this.#options.onStuck();
    }, STORED_WITHIN_MS);
  }

  onStored(): void {
    this.end();
    this.#isStuck = false;
    if (!this.#options.isStored()) this.onChange();
  }

  /** Resolves once everything is stored, is stuck, or will not be stored any more. */
  whenStored(): Promise<void> {
    const { isStored, isOver } = this.#options;
    return new Promise((resolve) => {
      const look = () => {
        if (isStored() || this.#isStuck || isOver()) return resolve();
        setTimeout(look, LOOK_MS);
      };
      look();
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
