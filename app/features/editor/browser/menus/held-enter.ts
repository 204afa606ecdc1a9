import { acceptCompletion, completionStatus } from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, type PluginValue, runScopeHandlers, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Longest wait for options. A keypress after it is an ordinary Enter. */
const HELD_MS = 2000;
/** True if a menu at the cursor may still offer something. */
type Waits = (view: EditorView) => boolean;
/** Keys that may be pressed while Enter is held. */
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/**
 * Holds an Enter that is pressed while a menu loads its options, as a fast writer presses it before they arrive:
 * accepts the first option, or breaks the line if there is none. Any other key breaks the line first.
 */
class HeldEnter implements PluginValue {
  readonly #view: EditorView;
  readonly #waits: Waits;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReleasing = false;

  constructor(view: EditorView, waits: Waits) {
    this.#view = view;
    this.#waits = waits;
  }

  /** Returns true if the key is handled. */
  press(event: KeyboardEvent): boolean {
    if (this.#isReleasing || MODIFIERS.has(event.key)) return false;
    if (this.#timer !== undefined && event.key === 'Escape') this.#release();
    if (this.#timer !== undefined) this.#breakLine();
    const isPlain = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (!isPlain || event.isComposing || completionStatus(this.#view.state) !== 'pending') return false;
    if (!this.#waits(this.#view)) return false;
    this.#timer = setTimeout(() => this.#breakLine(), HELD_MS);
    return true;
  }

  update({ docChanged, selectionSet, state }: ViewUpdate): void {
    if (this.#timer === undefined) return;
    // A click elsewhere. Others' changes leave the key held.
    if (selectionSet && !docChanged) this.#release();
    // A view takes no transaction during an update.
    else if (completionStatus(state) !== 'pending') queueMicrotask(() => this.#settle());
  }

  destroy(): void {
    this.#release();
  }

  #settle(): void {
    if (this.#timer === undefined || completionStatus(this.#view.state) === 'pending') return;
    if (acceptCompletion(this.#view)) this.#release();
    else this.#breakLine();
  }

  #breakLine(): void {
    this.#release();
    this.#isReleasing = true;
    runScopeHandlers(this.#view, new KeyboardEvent('keydown', { key: 'Enter' }), 'editor');
    this.#isReleasing = false;
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const heldEnters = ViewPlugin.define<HeldEnter, Waits>((view, waits) => new HeldEnter(view, waits));

/** Holds Enter while options load where `waits` is true. */
export const heldEnter = (waits: Waits): Extension => [
  heldEnters.of(waits),
  Prec.highest(EditorView.domEventHandlers({ keydown: (event, view) => view.plugin(heldEnters)?.press(event) })),
];
