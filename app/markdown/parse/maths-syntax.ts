import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const DOLLAR = 0x24;
const OPENING_FENCE = /^(\${2,})[^$]*$/;
const DEEPEST_INDENT = 3;

const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character);

/** Returns the length of the run of dollars at `at`. */
function runAt(source: string, at: number): number {
  let end = at;
  while (source.charCodeAt(end) === DOLLAR) end++;
  return end - at;
}

/**
 * Returns the start of the closing run of this length at or after `from`, or -1. As in code spans, a run of another
 * length does not close.
 */
function closingRun(source: string, from: number, length: number): number {
  for (let at = source.indexOf('$', from); at >= 0; ) {
    const run = runAt(source, at);
    if (run === length) return at;
    at = source.indexOf('$', at + run);
  }
  return -1;
}

/**
 * Parses an inline formula. As in Pandoc, a single dollar opens one only if no blank follows, and closes one only if no
 * blank precedes and no digit follows: "$5 and $10" is money. Two or more always open one.
 */
function inlineMaths(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const length = runAt(src, pos);
  const from = pos + length;
  const end = length === 1 && isBlank(src[from]) ? -1 : closingRun(src, from, length);
  const isMoney = length === 1 && (isBlank(src[end - 1]) || /\d/.test(src[end + 1] ?? ''));
  if (end < 0 || end >= state.posMax || isMoney) {
    if (!silent) state.pending += src.slice(pos, from);
    state.pos = from;
    return true;
  }
  if (!silent) state.push('math_inline', '', 0).content = src.slice(from, end);
  state.pos = end + length;
  return true;
}

const lineAt = (state: StateBlock, line: number) =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);

/** Parses a formula between lines of two or more dollars. Unclosed, it extends to the end, like a code fence. */
function blockMaths(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent > DEEPEST_INDENT) return false;
  const [, opening] = OPENING_FENCE.exec(lineAt(state, startLine)) ?? [];
  if (opening === undefined) return false;
  if (silent) return true;
  const isClosing = (line: number) =>
    state.sCount[line]! - state.blkIndent <= DEEPEST_INDENT &&
    new RegExp(`^\\\${${opening.length},}[ \\t]*$`).test(lineAt(state, line));
  let line = startLine + 1;
  const isInside = () => line < endLine && (state.sCount[line]! >= state.blkIndent || state.isEmpty(line));
  while (isInside() && !isClosing(line)) line++;
  state.line = isInside() ? line + 1 : line;
  const token = state.push('math_block', '', 0);
  token.map = [startLine, state.line];
  token.content = state.getLines(startLine + 1, line, state.sCount[startLine]!, false);
  return true;
}

/** Parser plugin. Its tokens `math_inline` and `math_block` contain the verbatim text between dollars. */
export function maths(parser: MarkdownIt): void {
  parser.inline.ruler.after('backticks', 'math_inline', inlineMaths);
  parser.block.ruler.after('fence', 'math_block', blockMaths, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}
