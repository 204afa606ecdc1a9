import stringWidth from 'string-width';

/** A word, or one Chinese character with the punctuation that may not begin a line, each with the blanks before it. */
const CHUNK =
  /\s*(?:[\p{Script=Han}\u3000-\u303f\uff00-\uffef][，。；：、）」？！]*|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+[，。；：、）」？！]*)/gu;

/** Wraps text at blanks and between Chinese characters, which count as two columns; keeps its line breaks. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  const lines: string[] = [];
  let current = '';
  for (const chunk of line.match(CHUNK) ?? []) {
    if (current !== '' && stringWidth(current + chunk) > width) {
      lines.push(current);
      current = chunk.trimStart();
    } else current += chunk;
  }
  return [...lines, current].join('\n');
}
