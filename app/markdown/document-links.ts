import type { Token } from 'markdown-it';
import { htmlDestinations } from '#app/markdown/html-destinations.ts';

function collect(tokens: readonly Token[], links: string[]): void {
  for (const token of tokens) {
    if (token.type === 'link_open') links.push(String(token.attrGet('href')));
    else if (token.type === 'image') links.push(String(token.attrGet('src')));
    else if (token.type.startsWith('html_')) for (const { url } of htmlDestinations(token.content)) links.push(url);
    // What stands in the description of a picture is no link.
    else if (token.children) collect(token.children, links);
  }
}

/** Every destination of links, pictures and simple HTML, as the author means it (escapes resolved), in order. */
export function documentLinks(tokens: readonly Token[]): string[] {
  const links: string[] = [];
  collect(tokens, links);
  return links;
}
