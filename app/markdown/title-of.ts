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

/** Any line that could be a heading, in any container; most texts without one are told by this alone. */
const MAY_HAVE_HEADING = /(?:^|[\s>*+\-.):])#{1,6}[ \t]|^[ \t>]*(?:=+|-+)[ \t]*$/m;
/** The usual case, a heading of plain words on top, needs no parser. */
const PLAIN_FIRST_HEADING = /^(?:[ \t]*\r?\n)*#{1,6}[ \t]+([^\r\n\\`*_[\]<>&{}#!|~$]+)(?:\r?\n|$)/;
/** A title stands near the top, and parsing is what costs. */
const LOOKED_AT_FIRST = 2048;

function titleInText(source: string): string {
  if (!MAY_HAVE_HEADING.test(source)) return '';
  const plain = PLAIN_FIRST_HEADING.exec(source.slice(readFrontMatter(source).bodyStart))?.[1];
  if (plain?.trim()) return clean(plain);
  const blankLine = source.indexOf('\n\n', LOOKED_AT_FIRST);
  const early = blankLine < 0 ? '' : headingIn(source.slice(0, blankLine));
  // What a bracket means may be defined further down.
  return early === '' || early.includes('[') ? headingIn(source) : early;
}

function headingIn(source: string): string {
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
