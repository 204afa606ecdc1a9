import type { Heading, Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { workOn } from '#app/markdown/bounded-work.ts';
import { findCustomId } from '#app/markdown/custom-heading-id.ts';
import { readFrontMatter } from '#app/markdown/front-matter.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';
import { isTooLarge } from '#app/markdown/tree-limits.ts';

const LONGEST_TITLE = 255;

/** Cuts at whole code points; the limit counts UTF-16 units, as the input schema does, so every database accepts it. */
function clean(title: string): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= LONGEST_TITLE) return line;
  const cut = line.slice(0, LONGEST_TITLE);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}

function headingText(heading: Heading): string {
  const text = textOf(heading, { includeHtml: false });
  return clean(findCustomId(text)?.text ?? text);
}

function firstHeading(node: Nodes): string {
  if (node.type === 'heading') return headingText(node);
  if (!('children' in node)) return '';
  for (const child of node.children) {
    const text = firstHeading(child);
    if (text !== '') return text;
  }
  return '';
}

function titleInText(source: string): string {
  const title = workOn(source, () => {
    const tree = parseMarkdown(source);
    return isTooLarge(tree) ? null : firstHeading(tree);
  });
  return title ?? '';
}

/**
 * A title for imported text: the front matter's, else the first heading that has words, else `fallback`; one line,
 * trimmed, at most 255 characters. Empty only if `fallback` is blank.
 */
export function titleOf(source: string, fallback: string): string {
  return clean(readFrontMatter(source).title ?? '') || titleInText(source) || clean(fallback);
}
