import type { Root } from 'hast';
import { fromDom } from 'hast-util-from-dom';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { tidyClipboard } from '#app/features/editor/browser/paste/tidy-clipboard.ts';
import { markHandlers, placeMarks } from '#app/markdown/inline-marks.ts';
import { flattenCells } from '#app/markdown/table-cells.ts';

const converter = unified()
  .use(() => flattenCells)
  .use(rehypeRemark)
  .use(() => (tree) => placeMarks(tree))
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', resourceLink: true, handlers: markHandlers })
  .freeze();

/** Converts clipboard HTML of web pages, Word and Google Docs to Markdown. */
export function htmlToMarkdown(html: string): string {
  const page = fromDom(tidyClipboard(html).body) as Root;
  const tree = converter.runSync(page);
  return converter.stringify(tree as never).trim();
}
