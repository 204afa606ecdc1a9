import { type EditorView, WidgetType } from '@codemirror/view';

type Katex = typeof import('katex').default;
let katex: Katex | undefined;
let loading: Promise<Katex> | undefined;

/** Loads KaTeX and its style sheet with the first formula; after a failure again with the next one. */
function load(): Promise<Katex> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([module]) => {
      katex = module.default;
      return katex;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** A rendered formula; its source until KaTeX is loaded or if KaTeX fails. */
export class MathsWidget extends WidgetType {
  readonly tex: string;
  readonly isDisplay: boolean;
  /** True for the preview below a formula's source, which covers the text there instead of moving it. */
  readonly isPreview: boolean;
  constructor(tex: string, isDisplay: boolean, isPreview = false) {
    super();
    this.tex = tex;
    this.isDisplay = isDisplay;
    this.isPreview = isPreview;
  }
  override eq(other: MathsWidget): boolean {
    return other.tex === this.tex && other.isDisplay === this.isDisplay && other.isPreview === this.isPreview;
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement(this.isDisplay ? 'div' : 'span');
    box.className = this.isDisplay ? 'cm-maths-block' : 'cm-maths';
    this.#show(box, view);
    return this.isPreview ? this.#below(box, view) : box;
  }
  /** Reuses the element of a preview, so that the space below the source does not change during typing. */
  override updateDOM(dom: HTMLElement, view: EditorView, from: this): boolean {
    const box = dom.firstElementChild as HTMLElement | null;
    if (!this.isPreview || !from.isPreview || !box) return false;
    this.#show(box, view);
    return true;
  }
  #show(box: HTMLElement, view: EditorView): void {
    box.textContent = this.tex;
    if (katex) this.#draw(katex, box);
    else
      load().then(
        (loaded) => {
          this.#draw(loaded, box);
          view.requestMeasure();
        },
        (error) => console.warn('Formulas cannot be drawn:', error),
      );
  }
  #below(box: HTMLElement, view: EditorView): HTMLElement {
    const place = document.createElement('div');
    place.className = 'cm-maths-preview';
    // Screen readers read the source instead.
    place.ariaHidden = 'true';
    place.append(box);
    if (katex)
      view.requestMeasure({
        read: () => missingHeight(place),
        write: (height) => {
          place.style.height = `${height}px`;
          view.requestMeasure();
        },
      });
    return place;
  }
  #draw(renderer: Katex, box: HTMLElement): void {
    renderer.render(this.tex, box, {
      displayMode: this.isDisplay,
      throwOnError: false,
      strict: false,
      maxExpand: 200,
      maxSize: 50,
    });
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Padding above and below a drawn formula, in em. */
const PADDING = 0.2;

/** Returns by how many pixels the source of a formula is less tall than the drawn formula. */
function missingHeight(place: HTMLElement): number {
  const formula = place.querySelector<HTMLElement>('.katex-display');
  if (!formula) return 0;
  const { marginBlockStart, marginBlockEnd } = getComputedStyle(formula);
  const margins = Number.parseFloat(marginBlockStart) + Number.parseFloat(marginBlockEnd);
  const padding = 2 * PADDING * Number.parseFloat(getComputedStyle(place).fontSize);
  let source = 0;
  for (let above = place.previousElementSibling; above?.classList.contains('cm-maths-source'); ) {
    source += (above as HTMLElement).offsetHeight;
    above = above.previousElementSibling;
  }
  return Math.max(0, Math.round(formula.offsetHeight + margins + padding - source));
}
