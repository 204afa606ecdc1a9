import type { Element, Nodes } from 'hast';

const BLOCKS = new Set(
  (
    'address article aside blockquote br caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 ' +
    'h6 header hr li ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const CELLS = new Set(['td', 'th']);

/** Tests for numbers, arrows and titles added by the renderer, which would corrupt the search text. */
function isOwnMark({ properties }: Element): boolean {
  const { dataFootnoteRef, dataFootnoteBackref, dataAlert } = properties;
  return (dataFootnoteRef ?? dataFootnoteBackref ?? dataAlert) !== undefined;
}

/** Tests for white space other than single blanks. */
const hasOtherSpace = /[^\S ]| {2}/;

function collect(node: Nodes, preformatted: boolean, parts: string[]): void {
  if (node.type === 'text') {
    parts.push(preformatted || !hasOtherSpace.test(node.value) ? node.value : node.value.replace(/\s+/g, ' '));
  }
  if (node.type !== 'element' && node.type !== 'root') return;
  const name = node.type === 'element' ? node.tagName : '';
  if (node.type === 'element' && name === 'img' && node.properties.alt) parts.push(String(node.properties.alt));
  if (node.type === 'element' && isOwnMark(node)) return;
  const boundary = BLOCKS.has(name) ? '\n' : CELLS.has(name) ? ' ' : '';
  if (boundary !== '') parts.push(boundary);
  for (const child of node.children) collect(child, preformatted || name === 'pre', parts);
  if (boundary !== '') parts.push(boundary);
}

/**
 * Returns the plain text of a document for search and snippets: includes code and image descriptions, separates blocks
 * by a line feed and table cells by a space, without blank lines and indentation.
 */
export function plainTextOf(tree: Nodes): string {
  const parts: string[] = [];
  collect(tree, false, parts);
  const tidied = parts
    .join('')
    .replace(/\t[ \t]*| [ \t]+/g, ' ')
    .replace(/ \n[ \n]*|\n[ \n]+/g, '\n');
  return tidied.trim();
}
