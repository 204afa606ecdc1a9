import type { Root } from 'hast';
import { fromDom } from 'hast-util-from-dom';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { type Copied, copiedCode } from '#app/features/editor/browser/paste/code-clipboard.ts';
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

/** Converts a clipboard with HTML of web pages, Word, Google Docs and code editors to Markdown. */
export function toMarkdown(copied: Copied): string {
  const code = copiedCode(copied);
  if (code !== null) return code;
  const page = fromDom(tidyClipboard(copied.html).body) as Root;
  const tree = converter.runSync(page);
  return converter.stringify(tree as never).trim();
}
