import type { Root } from 'hast';
import { fromDom } from 'hast-util-from-dom';
import rehypeRemark, { type Options } from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { type Copied, copiedCode } from '#app/features/editor/browser/paste/code-clipboard.ts';
import { tidyClipboard } from '#app/features/editor/browser/paste/tidy-clipboard.ts';
import { NOTE, VERBATIM } from '#app/features/editor/browser/paste/tidy-own-page.ts';
import { markHandlers, placeMarks } from '#app/markdown/inline-marks.ts';
import { flattenCells } from '#app/markdown/table-cells.ts';

const ownHandlers: Options['handlers'] = {
  [VERBATIM]: (_state, { properties }) => ({ type: 'html', value: String(properties.dataText) }),
  [NOTE]: (state, note) => {
    const label = String(note.properties.dataLabel);
    return { type: 'footnoteDefinition', identifier: label, label, children: state.toFlow(state.all(note)) } as never;
  },
};

const converter = unified()
  .use(() => flattenCells)
  .use(rehypeRemark, { handlers: ownHandlers })
  .use(() => (tree) => placeMarks(tree))
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', resourceLink: true, handlers: markHandlers })
  .freeze();

/**
 * Converts a clipboard with HTML of web pages, Word, Google Docs and code editors to Markdown. `text` is the document in
 * which it is pasted.
 */
export function toMarkdown(copied: Copied, text: string): string {
  const code = copiedCode(copied);
  if (code !== null) return code;
  const page = fromDom(tidyClipboard(copied.html, text).body) as Root;
  const tree = converter.runSync(page);
  return converter.stringify(tree as never).trim();
}
