import { bodyOf } from '#app/markdown/parse/parse-markdown.ts';

/** The offset in the source of an index into what the parser made of it; null where it does not stand there as it is. */
export type Place = (index: number) => number | null;

const LINE = /(.*?)(?:\r\n?|\n|$)/gsy;
const nowhere: Place = () => null;

/** The last one that begins at or before `wanted`; they are in order, and there may be a hundred thousand. */
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
 * Where in the source stands what the parser hands out. It takes the marks of lists and quotes and the blanks around
 * away, line by line, and the escapes of bars in tables; what is left are the ends of lines, as written.
 */
export class SourceLines {
  readonly #source: string;
  /** Of each line: its offset in the source, and in what is parsed, where all lines end in one line feed. */
  readonly #starts: { at: number; parsed: number }[] = [];
  /** The row and the end of the cell that was found last. */
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

  /** Where these words stand last on a line, from 0. */
  find(words: string, line: number): number | null {
    const { start, end } = this.#lineOf(line);
    const at = this.#source.slice(start, end).lastIndexOf(words);
    return at < 0 ? null : start + at;
  }

  /** Of the whole text that was parsed. */
  readonly placeOfBody: Place = (index) => {
    const line = lastBefore(this.#starts, index, ({ parsed }) => parsed);
    return line ? line.at + index - line.parsed : null;
  };

  /** Of a token that begins on this line and goes on with the next ones. */
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

  /** Of the cell of a table in this row; to be asked for all of them, from the left to the right. */
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
