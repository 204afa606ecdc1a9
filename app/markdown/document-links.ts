import type { Token } from 'markdown-it';
import { htmlDestinations } from '#app/markdown/html-destinations.ts';

function collect(tokens: readonly Token[], links: string[]): void {
  for (const token of tokens) {
    if (token.type === 'link_open') links.push(String(token.attrGet('href')));
    else if (token.type === 'image') links.push(String(token.attrGet('src')));
    else if (token.type.startsWith('html_')) for (const { url } of htmlDestinations(token.content)) links.push(url);
    // The description of an image contains no links.
    else if (token.children) collect(token.children, links);
  }
}

/** Returns all destinations of links, images and simple HTML in order, with escapes resolved. */
export function documentLinks(tokens: readonly Token[]): string[] {
  const links: string[] = [];
  collect(tokens, links);
  return links;
}
