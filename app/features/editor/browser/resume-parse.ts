import { Language } from '@codemirror/language';
import { type Input, type ParseWrapper, type PartialParse, TreeFragment } from '@lezer/common';
import type { MarkdownParser } from '@lezer/markdown';

/** Lezer's parser of blocks, with fields that its types do not have. */
type BlockParse = { absoluteLineStart: number };
/** The earlier parse that a parser of blocks reads from. */
type FragmentCursor = {
  fragments: readonly TreeFragment[];
  fragment: TreeFragment | null;
  /** Takes nodes of an earlier parse. Returns their length from the start of the line. */
  takeNodes: (parse: BlockParse) => number;
};

/** Marks of lines without text. */
const NO_TEXT = new Set(' \t\n>');
const CHUNK = 1024;

/** Returns the start of the line that contains a position. */
function lineStart(input: Input, at: number): number {
  for (let to = at; to > 0; to -= CHUNK) {
    const from = Math.max(0, to - CHUNK);
    const found = input.read(from, to).lastIndexOf('\n');
    if (found >= 0) return from + found + 1;
  }
  return 0;
}

/** Returns the start of the last line with text that is above the line of a position. */
function textLineAbove(input: Input, at: number): number {
  for (let to = lineStart(input, at); to > 0; to -= CHUNK) {
    const from = Math.max(0, to - CHUNK);
    const part = input.read(from, to);
    let end = part.length;
    while (end > 0 && NO_TEXT.has(part[end - 1]!)) end -= 1;
    if (end > 0) return lineStart(input, from + end - 1);
  }
  return 0;
}

/** Returns the start of the line below the line of a position. */
function lineBelow(input: Input, at: number): number {
  for (let from = at; from < input.length; from += CHUNK) {
    const found = input.read(from, Math.min(input.length, from + CHUNK)).indexOf('\n');
    if (found >= 0) return from + found + 1;
  }
  return input.length;
}

/**
 * Narrows the reusable part of a text. It begins below the line of a change. It ends above its last two lines with
 * text: the line at its end may not have been parsed, and a table below a block takes two lines to be known.
 */
function closeFragment(input: Input, { from, to, tree, offset, openStart, openEnd }: TreeFragment): TreeFragment[] {
  const start = openStart ? lineBelow(input, from) : from;
  const end = openEnd ? textLineAbove(input, textLineAbove(input, to)) : to;
  return start < end ? [new TreeFragment(start, end, tree, offset)] : [];
}

/** Returns the first position from `at` on that is no blank. */
function behindBlanks(input: Input, at: number): number {
  const blanks = /^[ \t]*/.exec(input.read(at, Math.min(input.length, at + CHUNK)))?.[0].length ?? 0;
  return blanks === CHUNK ? behindBlanks(input, at + CHUNK) : at + blanks;
}

/**
 * Mends how Lezer 1.8 goes on with an earlier parse. It would take a list or quote at the end of an interrupted parse
 * as complete although it goes on behind a blank line; read on in the middle of a line, behind a block that ends with a
 * quote mark and a blank; and take code from a line that a change divided. Each can make the rest of a list another
 * block.
 */
const mendResuming: ParseWrapper = (parse, input, fragments) => {
  const { fragments: cursor } = parse as PartialParse & { fragments: FragmentCursor | undefined };
  if (!cursor) return parse;
  const takeNodes = cursor.takeNodes.bind(cursor);
  cursor.fragments = fragments.flatMap((fragment) => closeFragment(input, fragment));
  cursor.fragment = cursor.fragments[0] ?? null;
  cursor.takeNodes = (blocks) => {
    const taken = takeNodes(blocks);
    return taken && behindBlanks(input, blocks.absoluteLineStart + taken) - blocks.absoluteLineStart;
  };
  return parse;
};

/**
 * Returns a language whose parser, when it goes on with an earlier parse, finds what it would find in the whole text.
 */
export function resumable({ data, parser, name }: Language): Language {
  return new Language(data, (parser as MarkdownParser).configure({ wrap: mendResuming }), [], name);
}
