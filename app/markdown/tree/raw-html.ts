import type { Nodes, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { DEEPEST } from '#app/markdown/parse/parse-markdown.ts';

const parser = unified().use(rehypeRaw).freeze();

/** Reads the HTML in a tree as a browser would, with whatever the author put into it. */
export const parseRawHtml = (tree: Root): Root => parser.runSync(tree) as Root;

/** True when a tree is nested deeper than the steps after this one can bear. Does not recurse itself. */
export function isTooDeep(tree: Nodes): boolean {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((node): Nodes[] => ('children' in node ? node.children : []));
  }
  return false;
}
