import type { EditorView } from '@codemirror/view';

/** Time after which updates are applied although the composition goes on. */
const HELD_AT_MOST_MS = 5000;

/**
 * Holds remote updates while an input method composes in the text. A change in the composed line would end the
 * composition, and its letters would stay beside the accepted word. Table cells keep their own text meanwhile.
 */
export class HeldUpdates {
  readonly #view: EditorView;
  readonly #apply: (update: Uint8Array) => void;
  readonly #listening = new AbortController();
  #held: Uint8Array[] = [];
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, apply: (update: Uint8Array) => void) {
    this.#view = view;
    this.#apply = apply;
    const { signal } = this.#listening;
    // The editor reads the accepted word after these events. The next composition may have begun by then.
    view.contentDOM.addEventListener('compositionend', () => setTimeout(() => this.#isComposing || this.flush()), {
      signal,
    });
    view.contentDOM.addEventListener('blur', () => setTimeout(() => this.flush()), { signal });
  }

  /** Applies an update now, or after the composition if the text in the editor is shared. */
  receive(update: Uint8Array, isShared: boolean): void {
    if (!isShared || !this.#isComposing) {
      this.flush();
      this.#apply(update);
      return;
    }
    this.#held.push(update);
    this.#limit();
  }

  /** Resolves once nothing is composed, or after the longest time of holding. */
  whenComposed(): Promise<void> {
    if (!this.#isComposing) return Promise.resolve();
    this.#limit();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Applies the held updates at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const update of this.#held.splice(0)) this.#apply(update);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  end(): void {
    this.#listening.abort();
    this.flush();
  }

  get #isComposing(): boolean {
    const { compositionStarted, contentDOM } = this.#view;
    // With an EditContext, the browser keeps a composition through changes and often leaves it open.
    return compositionStarted && !(contentDOM as { editContext?: object | null }).editContext;
  }

  #limit(): void {
    this.#timer ??= setTimeout(() => this.flush(), HELD_AT_MOST_MS);
  }
}
