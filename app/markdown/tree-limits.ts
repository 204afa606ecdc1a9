import type { Nodes as HastNodes } from 'hast';
import type { Nodes as MdastNodes, Root } from 'mdast';

/** Far beyond any written document, far below where the recursive steps would overflow the stack. */
const DEEPEST = 200;
/** References, footnotes and the missing cells of table rows are written out: a short source must not become gigabytes. */
export const MOST_EXPANSION_BYTES = 4 * 1024 * 1024;
const FOOTNOTE_REFERENCE_BYTES = 300;
const TABLE_CELL_BYTES = 20;

function eachNode<Node extends MdastNodes | HastNodes>(tree: Node, visit: (node: Node) => void): boolean {
  let level: Node[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false;
    const next: Node[] = [];
    for (const node of level) {
      visit(node);
      if ('children' in node) for (const child of node.children) next.push(child as Node);
    }
    level = next;
  }
  return true;
}

/** True when a tree is nested deeper than the steps after this one can bear. Does not recurse itself. */
export function isTooDeep(tree: HastNodes): boolean {
  return !eachNode<HastNodes>(tree, () => undefined);
}

function bytesOf(node: MdastNodes, sizes: ReadonlyMap<string, number>): number {
  switch (node.type) {
    case 'linkReference':
    case 'imageReference':
      return sizes.get(node.identifier) ?? 0;
    case 'footnoteReference':
      return FOOTNOTE_REFERENCE_BYTES;
    case 'table':
      return (node.align?.length ?? 0) * node.children.length * TABLE_CELL_BYTES;
    default:
      return 0;
  }
}

/** Bytes that writing a parsed source out adds to it; Infinity where it is nested too deeply. */
export function expansionOf(tree: Root): number {
  const sizes = new Map<string, number>();
  const expanding: MdastNodes[] = [];
  const bounded = eachNode<MdastNodes>(tree, (node) => {
    if (node.type === 'definition') sizes.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    else if (node.type === 'table' || node.type.endsWith('Reference')) expanding.push(node);
  });
  return bounded ? expanding.reduce((bytes, node) => bytes + bytesOf(node, sizes), 0) : Number.POSITIVE_INFINITY;
}

/** True when a parsed source is nested too deeply, or would be written out many times larger than it is. */
export const isTooLarge = (tree: Root) => expansionOf(tree) > MOST_EXPANSION_BYTES;
