import type { Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { makeAlerts } from '#app/markdown/alerts.ts';
import {
  FOOTNOTE_LABEL,
  frameCode,
  frameTables,
  labelTasks,
  nameFootnotes,
  nameTasks,
  quietImages,
} from '#app/markdown/element-finish.ts';
import { type GatheredElements, gatherElements } from '#app/markdown/gather-elements.ts';
import { anchorHeadings, identifyHeadings, type OutlineEntry } from '#app/markdown/heading-anchors.ts';
import { highlightCode } from '#app/markdown/highlight-code.ts';
import { addForeignTargets, pointLinks } from '#app/markdown/link-targets.ts';
import { joinWords, wordsOf } from '#app/markdown/plain-text.ts';
import { isFormula, renderMaths } from '#app/markdown/render-maths.ts';
import { sanitizeSchema } from '#app/markdown/sanitize-schema.ts';

const sanitizer = unified().use(rehypeSanitize, sanitizeSchema).freeze();
/** Only what is allowed of a tree: a new one. Nothing foreign may enter behind it. */
export const sanitize = (tree: Root): Root => sanitizer.runSync(tree);
const printer = unified().use(rehypeStringify, { allowDangerousHtml: true }).freeze();

/** `isFixed`: it comes out the same in whatever document it stands. */
export type FinishedPart = { html: string; words: string; isFixed: boolean };

/** Headings, tasks and formulas are counted through the document, and a fragment leads to whatever heading has it. */
function isIndependent({ headings, tasks, checkboxes, named, footnotes, links, code }: GatheredElements): boolean {
  if ([headings, tasks, checkboxes, named, footnotes].some(({ length }) => length > 0)) return false;
  if (code.some(({ element }) => isFormula(element))) return false;
  return !links.some(({ properties }) => String(properties.href ?? '').startsWith('#'));
}

/**
 * The tail of rendering: the sanitised trees of a document's parts in, safe HTML out; changes the trees. The steps may add
 * what sanitising would take away, the HTML of the highlighter and of KaTeX included.
 */
export function finishParts(drafts: { tree: Root; firstTask: number }[]): {
  parts: FinishedPart[];
  outline: OutlineEntry[];
} {
  const safe = drafts.map(({ tree }) => tree);
  const found = drafts.map(({ tree, firstTask }) => {
    const gathered = gatherElements(tree);
    for (const { properties } of gathered.tasks) properties.dataTask = firstTask + Number(properties.dataTask);
    return gathered;
  });
  const independent = found.map(isIndependent);
  const all = <Kind extends keyof GatheredElements>(kind: Kind) =>
    found.flatMap((part) => part[kind] as GatheredElements[Kind][number][]) as GatheredElements[Kind];
  const [links, code] = [all('links'), all('code')];
  nameFootnotes(all('footnotes'), links);
  const headings = all('headings').filter(({ element }) => element.properties.id !== FOOTNOTE_LABEL);
  const { outline, targets } = identifyHeadings(headings);
  makeAlerts(all('quotes'));
  const words = safe.map(wordsOf);
  addForeignTargets(targets, all('named'));
  pointLinks(links, targets);
  quietImages(all('images'));
  nameTasks(all('tasks'));
  labelTasks(all('checkboxes'));
  frameTables(all('tables'));
  frameCode(all('codeBlocks'));
  renderMaths(code.filter(({ element }) => isFormula(element)));
  const isColoured = highlightCode(code.filter(({ element }) => !isFormula(element)));
  anchorHeadings(headings);
  const parts = safe.map((tree, index): FinishedPart => {
    const isFixed = independent[index]! && (isColoured || found[index]!.code.length === 0);
    return { html: printer.stringify(tree), words: words[index]!, isFixed };
  });
  return { parts, outline };
}

/** The same for a document that is one part: any HTML tree in, safe HTML out. */
export function finishHtml(tree: Root): { html: string; outline: OutlineEntry[]; text: string } {
  const { parts, outline } = finishParts([{ tree: sanitize(tree), firstTask: 0 }]);
  const [html, text] = [parts.map((part) => part.html).join(''), joinWords(parts.map(({ words }) => words))];
  return { html, outline, text };
}
