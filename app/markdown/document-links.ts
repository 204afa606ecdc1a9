import type { Nodes, Root } from 'mdast';
import { htmlDestinations } from '#app/markdown/html-destinations.ts';

function collect(node: Nodes, links: string[]): void {
  if ('url' in node) links.push(node.url);
  else if (node.type === 'html') for (const { url } of htmlDestinations(node.value)) links.push(url);
  if ('children' in node) for (const child of node.children) collect(child, links);
}

/** Every destination of links, images, definitions and simple HTML, as the author means it (escapes resolved), in order. */
export function documentLinks(tree: Root): string[] {
  const links: string[] = [];
  collect(tree, links);
  return links;
}
