import { textWidth } from '#cli/output/text-width.ts';

/**
 * Matches a word, or a Chinese character with the punctuation that may not begin a line, each with the preceding
 * blanks.
 */
const CHUNK =
  /\s*(?:[\p{Script=Han}\u3000-\u303f\uff00-\uffef][，。；：、）」？！]*|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+[，。；：、）」？！]*)/gu;

/** Wraps text at blanks and between Chinese characters, which are two columns wide. Keeps its line breaks. */
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
    if (current !== '' && textWidth(current + chunk) > width) {
      lines.push(current);
      current = chunk.trimStart();
    } else current += chunk;
  }
  return [...lines, current].join('\n');
}

/** Wraps text at the width of a terminal; returns it unchanged for files and pipes. */
export function asWideAs({ isTTY, columns }: { isTTY?: boolean; columns?: number }, text: string): string {
  return isTTY && columns ? wrapText(text, columns) : text;
}

/** Continues a command on indented lines that end with a backslash, so that it can be copied from a narrow terminal. */
export function wrapCommand(command: string, width: number): string {
  const lines: string[] = [];
  let current = '';
  for (const word of command.trim().split(' ')) {
    if (current !== '' && textWidth(`${current} ${word} \\`) > width) {
      lines.push(`${current} \\`);
      current = `    ${word}`;
    } else current += current === '' ? `  ${word}` : ` ${word}`;
  }
  return [...lines, current].join('\n');
}
