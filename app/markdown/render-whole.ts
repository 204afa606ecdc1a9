import { documentLinks } from '#app/markdown/document-links.ts';
import { finishHtml } from '#app/markdown/finish-html.ts';
import type { OutlineEntry } from '#app/markdown/heading-anchors.ts';
import { toHtmlTree } from '#app/markdown/html-tree.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';
import { numberTasks } from '#app/markdown/task-marks.ts';
import { isTooDeep, isTooLarge } from '#app/markdown/tree-limits.ts';

export type RenderedTree = { html: string; outline: OutlineEntry[]; text: string; links: string[] };

/** Renders a text in one piece; null where it is nested too deeply or too large when written out. */
export function renderWhole(source: string): RenderedTree | null {
  const tree = parseMarkdown(source);
  if (isTooLarge(tree)) return null;
  const links = documentLinks(tree);
  numberTasks(tree);
  const html = toHtmlTree(tree);
  if (isTooDeep(html)) return null;
  return { ...finishHtml(html), links };
}
