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
import { gatherElements } from '#app/markdown/gather-elements.ts';
import { anchorHeadings, identifyHeadings, type OutlineEntry } from '#app/markdown/heading-anchors.ts';
import { highlightCode } from '#app/markdown/highlight-code.ts';
import { addForeignTargets, pointLinks } from '#app/markdown/link-targets.ts';
import { plainText } from '#app/markdown/plain-text.ts';
import { isFormula, renderMaths } from '#app/markdown/render-maths.ts';
import { sanitizeSchema } from '#app/markdown/sanitize-schema.ts';

const sanitizer = unified().use(rehypeSanitize, sanitizeSchema).freeze();
const printer = unified().use(rehypeStringify, { allowDangerousHtml: true }).freeze();

/**
 * The tail of rendering: any HTML tree in, safe HTML out. Nothing foreign enters after the sanitising, so that the steps
 * behind it may add what it would take away, the HTML of the highlighter and of KaTeX included.
 */
export function finishHtml(tree: Root): { html: string; outline: OutlineEntry[]; text: string } {
  const safe = sanitizer.runSync(tree);
  const found = gatherElements(safe);
  nameFootnotes(found.footnotes, found.links);
  const headings = found.headings.filter(({ element }) => element.properties.id !== FOOTNOTE_LABEL);
  const { outline, targets } = identifyHeadings(headings);
  makeAlerts(found.quotes);
  const text = plainText(safe);
  addForeignTargets(targets, found.named);
  pointLinks(found.links, targets);
  quietImages(found.images);
  nameTasks(found.tasks);
  labelTasks(found.checkboxes);
  frameTables(found.tables);
  frameCode(found.codeBlocks);
  renderMaths(found.code.filter(({ element }) => isFormula(element)));
  highlightCode(found.code.filter(({ element }) => !isFormula(element)));
  anchorHeadings(headings);
  return { html: printer.stringify(safe), outline, text };
}
