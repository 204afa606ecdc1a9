import { escapeHtml } from '#app/markdown/escape-html.ts';
import type { Destination } from '#app/markdown/find-destinations.ts';

/** Receives a destination with escapes resolved; null leaves it unchanged. */
export type Rewrite = (url: string) => string | null;

function hasBalancedParentheses(url: string): boolean {
  let open = 0;
  for (const character of url) {
    if (character === '(') open++;
    if (character === ')' && --open < 0) return false;
    if (open > 30) return false;
  }
  return open === 0;
}

/** Writes a destination so that it parses back the same: inside `<…>` or bare, in paragraphs and table cells. */
function writeDestination(url: string): string {
  const encoded = url.replace(/[\s\p{Cc}|`]/gu, (character) => {
    return character === '|' || character.charCodeAt(0) < 0x80 ? percentOf(character) : encodeURIComponent(character);
  });
  const escaped = encoded.replace(/[\\<>]|&(?=#?\w+;)/g, '\\$&');
  return hasBalancedParentheses(url) ? escaped : escaped.replace(/[()]/g, '\\$&');
}

function percentOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

const WRITE: Record<Destination['form'], (url: string) => string> = {
  bare: (url) => (url === '' ? '<>' : writeDestination(url)),
  bracketed: writeDestination,
  html: escapeHtml,
};

/** Replaces the found destinations; every other byte stays the same. */
export function rewriteLinks(source: string, destinations: Destination[], rewrite: Rewrite): string {
  let result = '';
  let done = 0;
  for (const { start, end, url, form } of destinations) {
    const changed = start < done ? null : rewrite(url);
    if (changed === null) continue;
    result += source.slice(done, start) + WRITE[form](changed);
    done = end;
  }
  return result + source.slice(done);
}
