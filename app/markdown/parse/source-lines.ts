import { bodyOf } from '#app/markdown/parse/parse-markdown.ts';

/** Maps an index of parsed text to its source offset; null if the text is not verbatim there. */
export type Place = (index: number) => number | null;

const LINE = /(.*?)(?:\r\n?|\n|$)/gsy;
const nowhere: Place = () => null;

/** Binary search for the last item that begins at or before `wanted`, as there may be a hundred thousand. */
function lastBefore<Item>(items: readonly Item[], wanted: number, beginOf: (item: Item) => number): Item | undefined {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (beginOf(items[middle]!) <= wanted) from = middle + 1;
    else to = middle;
  }
  return items[from - 1];
}

/**
 * Maps parsed text back to the source. The parser strips list and quote marks and surrounding blanks per line, and
 * escapes of bars in tables.
 */
export class SourceLines {
  readonly #source: string;
  /** Start of each line in the source and in the parsed text, where all line ends are one line feed. */
  readonly #starts: { at: number; parsed: number }[] = [];
  /** Row and end of the last cell found. */
  #cell = { row: -1, end: 0 };

  constructor(source: string) {
    this.#source = source.replaceAll('\0', '\ufffd');
    const { body, start } = bodyOf(source);
    let [at, parsed] = [start, 0];
    for (const [whole, words] of body.matchAll(LINE)) {
      this.#starts.push({ at, parsed });
      at += whole.length;
      parsed += words!.length + 1;
    }
  }

  #lineOf(line: number): { start: number; end: number } {
    const start = this.#starts[line]?.at ?? this.#source.length;
    return { start, end: this.#starts[line + 1]?.at ?? this.#source.length };
  }

  /** Returns the last position of these words in a line (from 0); null if they are not there. */
  find(words: string, line: number): number | null {
    const { start, end } = this.#lineOf(line);
    const at = this.#source.slice(start, end).lastIndexOf(words);
    return at < 0 ? null : start + at;
  }

  /** Maps an index of the whole parsed text. */
  readonly placeOfBody: Place = (index) => {
    const line = lastBefore(this.#starts, index, ({ parsed }) => parsed);
    return line ? line.at + index - line.parsed : null;
  };

  /** Maps a token that begins on this line and may continue on the next. */
  placeOf(content: string, line: number): Place {
    let index = 0;
    const pieces = content.split('\n').map((text, nth) => {
      const words = text.trim();
      const piece = { index: index + text.indexOf(words), at: this.find(words, line + nth) };
      index += text.length + 1;
      return piece;
    });
    return (wanted) => {
      const piece = lastBefore(pieces, wanted, ({ index }) => index);
      return piece?.at == null ? null : piece.at + wanted - piece.index;
    };
  }

  /** Maps a table cell of this row. Call for every cell, from left to right. */
  placeOfCell(content: string, row: number): Place {
    const { start, end } = this.#lineOf(row);
    const from = this.#cell.row === row ? this.#cell.end - start : 0;
    const written = content.replaceAll('|', '\\|');
    const at = this.#source.slice(start, end).indexOf(written, from);
    if (at < 0) return nowhere;
    this.#cell = { row, end: start + at + written.length };
    return (index) => start + at + index + content.slice(0, index).split('|').length - 1;
  }
}
