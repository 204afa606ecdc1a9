import type { Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import { unified } from 'unified';
import { makeAlerts } from '#app/markdown/finish/alerts.ts';
import {
  finishImages,
  frameCode,
  frameTables,
  labelTasks,
  nameFootnotes,
  nameTasks,
} from '#app/markdown/finish/element-finish.ts';
import { gatherElements } from '#app/markdown/finish/gather-elements.ts';
import { anchorHeadings, identifyHeadings, type OutlineEntry } from '#app/markdown/finish/heading-anchors.ts';
import { highlightCode } from '#app/markdown/finish/highlight-code.ts';
import { makeLinkCards } from '#app/markdown/finish/link-cards.ts';
import { addForeignTargets, pointLinks } from '#app/markdown/finish/link-targets.ts';
import { plainTextOf } from '#app/markdown/finish/plain-text.ts';
import { printHtml } from '#app/markdown/finish/print-html.ts';
import { isFormula, renderMaths } from '#app/markdown/finish/render-maths.ts';
import { directBlocks } from '#app/markdown/finish/text-direction.ts';
import { sanitizeSchema } from '#app/markdown/tree/sanitize-schema.ts';

const sanitizer = unified().use(rehypeSanitize, sanitizeSchema).freeze();
/** Returns a new tree with allowed content only. No untrusted content may be added after it. */
export const sanitize = (tree: Root): Root => sanitizer.runSync(tree);

/**
 * Renders a sanitised tree to safe HTML; mutates the tree. Steps may add content that sanitising would remove, such as
 * the HTML of the highlighter and KaTeX.
 */
export function finishHtml(tree: Root): { html: string; outline: OutlineEntry[]; text: string } {
  const { headings, links, images, tables, codeBlocks, code, quotes, tasks, checkboxes, footnotes, named } =
    gatherElements(tree);
  nameFootnotes(footnotes, links);
  const { outline, targets } = identifyHeadings(headings);
  makeAlerts(quotes);
  const text = plainTextOf(tree);
  directBlocks(tree, text);
  addForeignTargets(targets, named);
  pointLinks(links, targets);
  makeLinkCards(tree);
  finishImages(images);
  nameTasks(tasks);
  labelTasks(checkboxes);
  frameTables(tables);
  frameCode(codeBlocks);
  renderMaths(code.filter(({ element }) => isFormula(element)));
  highlightCode(code.filter(({ element }) => !isFormula(element)));
  anchorHeadings(headings);
  return { html: printHtml(tree), outline, text };
}
