import { textWidth } from '#cli/output/text-width.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const graphemes = new Intl.Segmenter();

/** Draws a bar of `share` (0 to 1) in `width` cells, to an eighth of a cell; a non-zero share is always visible. */
export function bar(share: number, width: number): string {
  const eighths = Math.min(width * 8, Math.max(share > 0 ? 1 : 0, Math.round(share * width * 8)));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** Fits a text into exactly `width` cells: cut with an ellipsis, or padded. */
export function sized(text: string, width: number): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  if (textWidth(plain) <= width) return plain + ' '.repeat(width - textWidth(plain));
  let cut = '';
  for (const { segment } of graphemes.segment(plain)) {
    if (textWidth(cut + segment) > width - 1) break;
    cut += segment;
  }
  return sized(width > 0 ? `${cut}…` : '', Math.max(width, 0));
}

export const right = (text: string, width: number) => ' '.repeat(Math.max(0, width - textWidth(text))) + text;

/** Formats a number with thin spaces between thousands. */
export const grouped = (number: number) => number.toLocaleString('en').replaceAll(',', '\u2009');

/** Joins as many leading parts as fit, with two blanks between them. */
export function joined(parts: string[], width: number): string {
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}  ${part}`;
    if (textWidth(longer) > width) break;
    line = longer;
  }
  return line;
}
