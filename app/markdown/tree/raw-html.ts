import type { Nodes, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { DEEPEST } from '#app/markdown/parse/parse-markdown.ts';

const parser = unified().use(rehypeRaw).freeze();

/** Parses the raw HTML in a tree as a browser would; the result is unsafe until sanitised. */
export const parseRawHtml = (tree: Root): Root => parser.runSync(tree) as Root;

/** Tests whether a tree is too deep for the later steps. Not recursive itself. */
export function isTooDeep(tree: Nodes): boolean {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((node): Nodes[] => ('children' in node ? node.children : []));
  }
  return false;
}
