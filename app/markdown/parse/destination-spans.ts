import type { MarkdownIt, Token } from 'markdown-it';
import { buildParser } from '#app/markdown/parse/parse-markdown.ts';

/** Offsets into the token's text, `end` exclusive, inside the brackets of `<…>`. `url` has escapes resolved. */
export type Destination = { start: number; end: number; url: string };

/** Last destination read per text. The parser reads it right before it creates the token. */
const lastRead = new Map<string, Destination>();
const destinations = new WeakMap<Token, Destination>();
const tags = new WeakMap<Token, number>();

function noteReading(parser: MarkdownIt): void {
  const { parseLinkDestination } = parser.helpers;
  const noting: typeof parseLinkDestination = (source, start, max) => {
    const read = parseLinkDestination(source, start, max);
    const inBrackets = source[start] === '<' ? 1 : 0;
    if (read.ok) lastRead.set(source, { start: start + inBrackets, end: read.pos - inBrackets, url: read.str });
    else lastRead.delete(source);
    return read;
  };
  parser.helpers = { ...parser.helpers, parseLinkDestination: noting };
}

function noteTokens(parser: MarkdownIt): void {
  const note = (token: Token, source: string) => {
    const read = lastRead.get(source);
    if (read && ['link_open', 'image', 'reference_definition'].includes(token.type)) destinations.set(token, read);
    return token;
  };
  parser.block.State = class extends parser.block.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      return note(super.push(type, tag, nesting), this.src);
    }
  };
  parser.inline.State = class extends parser.inline.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const pushed = note(super.push(type, tag, nesting), this.src);
      if (pushed.type === 'html_inline') tags.set(pushed, this.pos);
      return pushed;
    }
  };
}

/**
 * Builds a parser whose tokens record the offsets of destinations, definitions included: see `destinationOf` and
 * `tagAt`.
 */
export function buildPlacingParser(): MarkdownIt {
  const parser = buildParser();
  parser.core.ruler.disable('strip_references');
  noteReading(parser);
  noteTokens(parser);
  return parser;
}

/** Clears the state of a parse; call after each. */
export const forgetReadings = () => lastRead.clear();

/**
 * Returns the destination of a link, image or definition; undefined for `[a]()`, `[a][b]`, `<https://…>` and bare
 * addresses.
 */
export function destinationOf(token: Token): Destination | undefined {
  const isReference = token.type !== 'reference_definition' && token.meta?.label !== undefined;
  return isReference || token.info === 'auto' ? undefined : destinations.get(token);
}

/** Returns the offset of an inline HTML tag in its text. */
export function tagAt(token: Token): number {
  return tags.get(token) ?? 0;
}
