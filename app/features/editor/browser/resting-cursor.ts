import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const RESTING_AFTER_MS = 500;

/** Marks the editor while its cursor rests. The styles let it blink only then. */
class RestingCursor implements PluginValue {
  readonly #scroller: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#scroller = view.scrollDOM;
    this.#wait();
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || focusChanged) this.#wait();
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#scroller.classList.remove('is-resting');
    this.#timer = setTimeout(() => this.#scroller.classList.add('is-resting'), RESTING_AFTER_MS);
  }
}

export const restingCursor = ViewPlugin.fromClass(RestingCursor);
