import type { Nodes } from 'mdast';
import { workOn } from '#app/markdown/bounded-work.ts';
import { destinationSpanOf } from '#app/markdown/destination-spans.ts';
import { htmlDestinations, writeHtmlDestination } from '#app/markdown/html-destinations.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';
import { isTooLarge } from '#app/markdown/tree-limits.ts';

/** Gets a destination with its escapes resolved; null leaves it as it is. */
export type Rewrite = (url: string) => string | null;

interface Change {
  start: number;
  end: number;
  text: string;
}

const BYTE_ORDER_MARK = '\uFEFF';

function hasBalancedParentheses(url: string): boolean {
  let open = 0;
  for (const sign of url) {
    if (sign === '(') open++;
    if (sign === ')' && --open < 0) return false;
    if (open > 30) return false;
  }
  return open === 0;
}

/** Writes a destination so that it reads back the same, inside `<…>` or bare, in a paragraph or in a table's cell. */
function writeDestination(url: string): string {
  const encoded = url.replace(/[\s\p{Cc}|`]/gu, (sign) => {
    return sign === '|' || sign.charCodeAt(0) < 0x80 ? percentOf(sign) : encodeURIComponent(sign);
  });
  const escaped = encoded.replace(/[\\<>]|&(?=#?\w+;)/g, '\\$&');
  return hasBalancedParentheses(url) ? escaped : escaped.replace(/[()]/g, '\\$&');
}

function percentOf(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function changeInSource(node: Nodes, source: string, rewrite: Rewrite): Change | null {
  const span = destinationSpanOf(node);
  if (span === undefined || !('url' in node)) return null;
  const url = rewrite(node.url);
  if (url === null) return null;
  const inBrackets = source[span.start - 1] === '<';
  return { ...span, text: url === '' && !inBrackets ? '<>' : writeDestination(url) };
}

function collect(node: Nodes, source: string, rewrite: Rewrite, changes: Change[]): void {
  const change = changeInSource(node, source, rewrite);
  if (change !== null) changes.push(change);
  if (node.type === 'html') {
    const offset = node.position?.start.offset ?? 0;
    for (const { start, end, url } of htmlDestinations(source.slice(offset, node.position?.end.offset))) {
      const written = rewrite(url);
      if (written === null) continue;
      changes.push({ start: offset + start, end: offset + end, text: writeHtmlDestination(written) });
    }
  }
  if ('children' in node) for (const child of node.children) collect(child, source, rewrite, changes);
}

/**
 * Changes the destinations of links, images, definitions and plain HTML (`<a href>`, `<img src>`), and not one byte
 * besides. Autolinks (`<https://…>`, bare addresses) are text and stay. A source that cannot be parsed stays whole.
 */
export function rewriteLinks(source: string, rewrite: Rewrite): string {
  // The parser drops the mark and counts from behind it.
  if (source.startsWith(BYTE_ORDER_MARK)) return BYTE_ORDER_MARK + rewriteLinks(source.slice(1), rewrite);
  const tree = workOn(source, () => parseMarkdown(source));
  if (tree === null || isTooLarge(tree)) return source;
  const changes: Change[] = [];
  collect(tree, source, rewrite, changes);
  let result = '';
  let done = 0;
  for (const { start, end, text } of changes.sort((one, other) => one.start - other.start)) {
    result += source.slice(done, start) + text;
    done = end;
  }
  return result + source.slice(done);
}
