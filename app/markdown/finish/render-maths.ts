import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { KatexOptions } from 'katex';
import type { CodeElement } from '#app/markdown/finish/gather-elements.ts';
import { loadLazily } from '#app/markdown/load-lazily.ts';
import { withinTime } from '#app/markdown/within-time.ts';

/** Maximum characters of a formula; longer ones are shown as source. One letter makes 400 bytes of HTML. */
const LONGEST_FORMULA = 4 * 1024;
const MOST_FORMULAS = 500;
const MOST_HTML = 1024 * 1024;
const DEADLINE_MILLISECONDS = 500;
const OPTIONS: KatexOptions = {
  output: 'htmlAndMathml',
  throwOnError: true,
  strict: 'ignore',
  // Forbid links, images, classes and styles in formulas.
  trust: false,
  maxSize: 20,
  maxExpand: 500,
};

type Katex = { renderToString: (tex: string, options: KatexOptions) => string };
let katex: Katex | undefined;

/** Tests whether the parser or a `math` fence marked the element as a formula. */
export function isFormula({ properties }: Element): boolean {
  return Array.isArray(properties.className) && properties.className.includes('language-math');
}

function render(tex: string, displayMode: boolean): string | null {
  try {
    return katex!.renderToString(tex, { ...OPTIONS, displayMode });
  } catch (error) {
    // Invalid for KaTeX, or nested too deeply: keep the source. Deadline errors are rethrown.
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return null;
  }
}

/**
 * Block formulas get a keyboard-scrollable container, so that a long one does not widen the page. `data-tex` is for the
 * clipboard: browsers do not copy the annotation of MathML.
 */
function put(html: string, tex: string, { element, block }: CodeElement): void {
  const place = block ?? element;
  place.tagName = block ? 'div' : 'span';
  place.properties = block
    ? { className: ['math-block'], dataTex: tex, tabIndex: 0 }
    : { className: ['math-inline'], dataTex: tex };
  place.children = [{ type: 'raw', value: html }];
}

function renderAll(formulas: CodeElement[]): void {
  let bytes = 0;
  for (const formula of formulas) {
    const tex = textOf(formula.element).trim();
    if (tex === '' || tex.length > LONGEST_FORMULA || bytes > MOST_HTML) continue;
    const isDisplay = formula.block !== null;
    const html = render(tex, isDisplay);
    if (html === null) continue;
    bytes += html.length;
    put(html, tex, formula);
  }
}

/** Renders formulas to HTML and MathML (KaTeX). A formula that fails remains as source. */
export function renderMaths(formulas: CodeElement[]): void {
  if (formulas.length === 0) return;
  katex ??= loadLazily('katex') as Katex;
  try {
    withinTime(DEADLINE_MILLISECONDS, () => renderAll(formulas.slice(0, MOST_FORMULAS)));
  } catch {
    // Deadline reached: the remaining formulas remain as source.
  }
}
