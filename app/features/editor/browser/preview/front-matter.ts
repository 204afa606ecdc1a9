import type { Text } from '@codemirror/state';

const MOST_LINES = 200;

/** Where the YAML head of a document ends, 0 without one. To the Markdown parser it is rules and headings. */
export function frontMatterEnd(doc: Text): number {
  if (!/^---[ \t]*$/.test(doc.line(1).text)) return 0;
  for (let number = 2; number <= Math.min(doc.lines, MOST_LINES); number += 1) {
    const { text, to } = doc.line(number);
    if (/^---[ \t]*$/.test(text)) return isMapping(doc, number) ? to : 0;
  }
  return 0;
}

const KEY = /^(?:"[^"]*"|'[^']*'|[^\s#:\-[\]{}&*!|>%@`"'][^:]*):(?:\s|$)/;

/** As far as can be told without reading YAML: its first line begins a mapping, or there is none. */
function isMapping(doc: Text, closing: number): boolean {
  for (let number = 2; number < closing; number += 1) {
    const { text } = doc.line(number);
    if (text.trim() !== '' && !text.startsWith('#')) return KEY.test(text);
  }
  return true;
}
