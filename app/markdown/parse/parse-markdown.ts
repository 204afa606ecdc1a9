import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { endOfFrontMatter } from '#app/markdown/parse/front-matter.ts';
import { literalLinks } from '#app/markdown/parse/literal-links.ts';
import { maths } from '#app/markdown/parse/maths-syntax.ts';
import { taskMarks } from '#app/markdown/parse/task-marks.ts';

/** Far beyond any written document, far below where what is done with a tree would overflow the stack. */
export const DEEPEST = 200;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * CommonMark with GFM (a strikethrough has two tildes: "1~2 天，3~4 天" is none), footnotes and maths. Destinations come
 * as written, whatever they are: `html-tree.ts` encodes and judges them.
 */
export function buildParser(): Parser {
  const parser = new MarkdownIt({ html: true, maxNesting: DEEPEST });
  parser.use(footnotes).use(literalLinks).use(maths).use(taskMarks);
  // `^[…]` is not of GFM.
  parser.inline.ruler.disable('footnote_inline');
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (text) => text;
  parser.validateLink = () => true;
  return parser;
}

const usual = buildParser();

/** What stands behind the front matter, and where it begins. */
export function bodyOf(source: string): { body: string; start: number } {
  const start = endOfFrontMatter(source) || (source.startsWith(BYTE_ORDER_MARK) ? 1 : 0);
  return { body: source.slice(start), start };
}

/** What a parser, by default the usual one, makes of a text behind its front matter. Work on it within `workOn`. */
export function parseMarkdown(body: string, parser = usual): Token[] {
  const tokens = parser.parse(body, {});
  // Deeper, the parser leaves text out.
  if (tokens.some(({ level }) => level >= DEEPEST - 1)) throw new RangeError('nested too deeply');
  return tokens;
}
