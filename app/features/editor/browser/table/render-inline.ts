import { markdownLanguage } from '@codemirror/lang-markdown';
import type { SyntaxNode } from '@lezer/common';
import { unescapeCell } from '#app/features/editor/browser/table/parse-table.ts';

const ELEMENTS: Record<string, string> = {
  StrongEmphasis: 'strong',
  Emphasis: 'em',
  Strikethrough: 'del',
  InlineCode: 'code',
  Link: 'u',
};
const LINE_BREAK = /^<br\s*\/?>$/i;
const UNSEEN = new Set(['EmphasisMark', 'StrikethroughMark', 'CodeMark', 'LinkMark', 'URL', 'LinkTitle']);

function append(to: Element, node: SyntaxNode, source: string): void {
  let at = node.from;
  const text = (end: number) => {
    if (end > at) to.append(source.slice(at, end));
  };
  for (let child = node.firstChild; child; child = child.nextSibling) {
    text(child.from);
    at = child.to;
    const isBareUrl = child.name === 'URL' && node.name !== 'Link' && node.name !== 'Image';
    if (UNSEEN.has(child.name) && !isBareUrl) continue;
    if (child.name === 'Escape') to.append(source.slice(child.from + 1, child.to));
    else if (child.name === 'HTMLTag' && LINE_BREAK.test(source.slice(child.from, child.to)))
      to.append(document.createElement('br'));
    else if (ELEMENTS[child.name]) {
      const element = document.createElement(ELEMENTS[child.name] ?? 'span');
      append(element, child, source);
      to.append(element);
    } else append(to, child, source);
  }
  text(node.to);
}

/**
 * Renders inline Markdown of a cell as DOM nodes. Of HTML it knows line breaks only. As on the page, the backslash of a
 * pipe belongs to the table, also in code.
 */
export function renderInline(source: string): DocumentFragment {
  const text = unescapeCell(source);
  const fragment = document.createDocumentFragment();
  const box = document.createElement('span');
  append(box, markdownLanguage.parser.parse(text).topNode, text);
  fragment.append(...box.childNodes);
  return fragment;
}
