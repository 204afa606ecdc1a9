import { EditorView } from '@codemirror/view';
import type { Awareness } from 'y-protocols/awareness';
import { caretOf } from '#app/features/editor/browser/live/remote-carets.ts';

/** User events that end following. */
const OWN_ACTS = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;
/** Distance in pixels between the followed cursor and the edge of the window. */
const MARGIN = 140;

type Options = { view: EditorView; awareness: Awareness; onChange: (userId: string | null) => void };

/** Keeps another person's cursor in view until the user acts. */
export class Following {
  readonly #options: Options;
  #userId: string | null = null;
  #ends = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    options.awareness.on('change', this.#show);
  }

  /** Follows a person, or stops if they are already followed. Ignores people without a cursor in the text. */
  toggle(userId: string): void {
    const isOn = this.#userId !== userId && caretOf(userId, this.#options.awareness) !== null;
    this.#set(isOn ? userId : null);
    this.#show();
  }

  end(): void {
    this.#options.awareness.off('change', this.#show);
    this.#set(null);
  }

  #set(userId: string | null): void {
    this.#ends.abort();
    if (userId !== null) {
      this.#ends = new AbortController();
      const { signal } = this.#ends;
      const stop = ({ target }: Event) => {
        // Pressing the person's avatar toggles following itself.
        if (!(target as Element).closest('.here-now')) this.#set(null);
      };
      for (const act of OWN_ACTS) addEventListener(act, stop, { signal, passive: true, capture: true });
    }
    if (userId === this.#userId) return;
    this.#userId = userId;
    this.#options.onChange(userId);
  }

  readonly #show = () => {
    if (this.#userId === null) return;
    const { view, awareness } = this.#options;
    const place = caretOf(this.#userId, awareness);
    if (place === null) return this.#set(null);
    const at = Math.min(place, view.state.doc.length);
    view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'nearest', yMargin: MARGIN }) });
  };
}
