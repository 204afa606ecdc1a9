import type { Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { destinationSpans } from '#app/markdown/destination-spans.ts';
import { keepLiteralLinks, type LiteralLinks, literalLinksIn } from '#app/markdown/literal-links.ts';
import { boundedMarkers } from '#app/markdown/parser-limits.ts';

function limitMarkers(this: Processor): undefined {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), boundedMarkers];
}

function buildParser(links: LiteralLinks): (source: string) => Root {
  const parser = unified()
    .use(remarkParse)
    .use(remarkFrontmatter)
    .use(remarkGfm)
    .use(keepLiteralLinks, links)
    .use(limitMarkers)
    .use(destinationSpans)
    .freeze();
  return (source) => parser.parse(source);
}

const parsers: Record<LiteralLinks, (source: string) => Root> = {
  none: buildParser('none'),
  addresses: buildParser('addresses'),
  all: buildParser('all'),
};

/**
 * The syntax tree of CommonMark with GFM and YAML front matter. Inline links, images and definitions carry the place
 * of their destination (`destinationSpanOf`). Throws a RangeError on pathological nesting; work on it within `workOn`.
 */
export function parseMarkdown(source: string): Root {
  return parsers[literalLinksIn(source)](source);
}
