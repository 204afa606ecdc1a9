import type { Text } from '@codemirror/state';

const MOST_LINES = 200;

/** Returns the end of YAML front matter, or 0. The Markdown parser reads it as rules and headings. */
export function frontMatterEnd(doc: Text): number {
  if (!/^---[ \t]*$/.test(doc.line(1).text)) return 0;
  for (let number = 2; number <= Math.min(doc.lines, MOST_LINES); number += 1) {
    const { text, to } = doc.line(number);
    if (/^---[ \t]*$/.test(text)) return isMapping(doc, number) ? to : 0;
  }
  return 0;
}

const KEY = /^(?:"[^"]*"|'[^']*'|[^\s#:\-[\]{}&*!|>%@`"'][^:]*):(?:\s|$)/;

/** Approximates without a YAML parser: the first content line is a key, or there is none. */
function isMapping(doc: Text, closing: number): boolean {
  for (let number = 2; number < closing; number += 1) {
    const { text } = doc.line(number);
    if (text.trim() !== '' && !text.startsWith('#')) return KEY.test(text);
  }
  return true;
}
