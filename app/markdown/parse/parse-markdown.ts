import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { endOfFrontMatter } from '#app/markdown/parse/front-matter.ts';
import { literalLinks } from '#app/markdown/parse/literal-links.ts';
import { maths } from '#app/markdown/parse/maths-syntax.ts';
import { strikethrough } from '#app/markdown/parse/strikethrough.ts';
import { taskMarks } from '#app/markdown/parse/task-marks.ts';

/** Maximum nesting: far above any written document, far below a stack overflow. */
export const DEEPEST = 200;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Builds a parser of CommonMark with GFM, footnotes and maths. Destinations stay as written; `html-tree.ts` encodes and
 * validates them.
 */
export function buildParser(): Parser {
  const parser = new MarkdownIt({ html: true, maxNesting: DEEPEST });
  parser.use(footnotes).use(literalLinks).use(strikethrough).use(maths).use(taskMarks);
  // `^[…]` is not part of GFM.
  parser.inline.ruler.disable('footnote_inline');
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (text) => text;
  parser.validateLink = () => true;
  return parser;
}

const usual = buildParser();

/** Returns the text after the front matter, and its offset. */
export function bodyOf(source: string): { body: string; start: number } {
  const start = endOfFrontMatter(source) || (source.startsWith(BYTE_ORDER_MARK) ? 1 : 0);
  return { body: source.slice(start), start };
}

/** Parses the text after the front matter. Call within `workOn`. */
export function parseMarkdown(body: string, parser = usual): Token[] {
  const tokens = parser.parse(body, {});
  // Beyond this depth the parser drops text.
  if (tokens.some(({ level }) => level >= DEEPEST - 1)) throw new RangeError('nested too deeply');
  return tokens;
}
