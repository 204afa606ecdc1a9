import { type EditorView, WidgetType } from '@codemirror/view';

type Katex = typeof import('katex').default;
let katex: Katex | undefined;
let loading: Promise<Katex> | undefined;

/** Loads KaTeX and its style sheet with the first formula. */
function load(): Promise<Katex> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([module]) => {
    katex = module.default;
    return katex;
  });
  return loading;
}

/** A rendered formula; its source until KaTeX is loaded or if KaTeX fails. */
export class MathsWidget extends WidgetType {
  readonly tex: string;
  readonly isDisplay: boolean;
  /** True below the source of the formula: it covers the text there instead of moving it. */
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
    return this.isPreview ? this.#below(box) : box;
  }
  #below(box: HTMLElement): HTMLElement {
    const place = document.createElement('div');
    place.className = 'cm-maths-preview';
    // The source is read.
    place.ariaHidden = 'true';
    place.append(box);
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
