import type { Element, Nodes } from 'hast';
import { hasRightToLeft, RIGHT_TO_LEFT } from '#app/i18n/right-to-left.ts';

export type Direction = 'ltr' | 'rtl';

/** Blocks with a direction of their own. Items have that of their list, so that its marks stand on one side. */
const BLOCKS = new Set(
  'blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 ol p section summary table td th ul'.split(
    ' ',
  ),
);
const isStrong = new RegExp(`(?!\\p{M})${RIGHT_TO_LEFT}|\\p{L}`, 'u');

/** Returns the direction of the first letter, as `dir="auto"` does, or undefined for a text without letters. */
export function directionOf(text: string): Direction | undefined {
  const letter = isStrong.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return hasRightToLeft(letter) ? 'rtl' : 'ltr';
}

const isForeign = ({ tagName, properties }: Element) => tagName === 'pre' || properties.dataAlert !== undefined;

/** Finds the direction of every block from its first letter, bottom up, so that each text is read once. */
function findDirections(node: Nodes, found: Map<Element, Direction>): Direction | undefined {
  if (node.type === 'text') return directionOf(node.value);
  // Programs and the renderer's own titles of alerts say nothing about the language around them.
  if (!('children' in node) || (node.type === 'element' && isForeign(node))) return undefined;
  let first: Direction | undefined;
  for (const child of node.children) {
    const direction = findDirections(child, found);
    first ??= direction;
  }
  if (first && node.type === 'element' && BLOCKS.has(node.tagName)) found.set(node, first);
  return first;
}

function setDirections(node: Nodes, found: Map<Element, Direction>, around: Direction): void {
  if (!('children' in node)) return;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const { properties } = child;
    const own = found.get(child) ?? around;
    // The author's own attribute comes first.
    if (properties.dir === undefined && own !== around) properties.dir = own;
    setDirections(child, found, properties.dir === 'rtl' || properties.dir === 'ltr' ? properties.dir : around);
  }
}

/**
 * Sets `dir` on blocks whose text begins in another direction than the block around them. Pages are written from left
 * to right, so a tree without right-to-left letters in `text` stays as it is.
 */
export function directBlocks(tree: Nodes, text: string): void {
  if (!hasRightToLeft(text)) return;
  const found = new Map<Element, Direction>();
  findDirections(tree, found);
  setDirections(tree, found, 'ltr');
}
