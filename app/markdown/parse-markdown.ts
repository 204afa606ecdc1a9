import type { Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import type remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { destinationSpans } from '#app/markdown/destination-spans.ts';
import { dollarRules } from '#app/markdown/dollar-rules.ts';
import { keepLiteralLinks, type LiteralLinks, literalLinksIn } from '#app/markdown/literal-links.ts';
import { loadLater } from '#app/markdown/load-later.ts';
import { boundedMarkers } from '#app/markdown/parser-limits.ts';
import { taskMarks } from '#app/markdown/task-marks.ts';

function limitMarkers(this: Processor): undefined {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), boundedMarkers];
}

/** Behind remark-math: what stands later is tried first. */
function limitDollars(this: Processor): undefined {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), dollarRules];
}

/** With the syntax comes KaTeX, whether it is used or not: eleven megabytes that most processes never need. */
const loadMaths = () => (loadLater('remark-math') as { default: typeof remarkMath }).default;

type Parse = (source: string) => Root;

function buildParser(links: LiteralLinks, maths: boolean): Parse {
  const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(keepLiteralLinks, links);
  if (maths) parser.use(loadMaths()).use(limitDollars);
  parser.use(limitMarkers).use(destinationSpans).use(taskMarks).freeze();
  return (source) => parser.parse(source);
}

function buildParsers(maths: boolean): Record<LiteralLinks, Parse> {
  return {
    none: buildParser('none', maths),
    addresses: buildParser('addresses', maths),
    all: buildParser('all', maths),
  };
}

const plainParsers = buildParsers(false);
let mathsParsers: Record<LiteralLinks, Parse> | undefined;

/**
 * The syntax tree of CommonMark with GFM, maths between dollars and YAML front matter. Inline links, images and definitions carry the place
 * of their destination (`destinationSpanOf`). Throws a RangeError on pathological nesting; work on it within `workOn`.
 */
export function parseMarkdown(source: string): Root {
  const links = literalLinksIn(source);
  if (!source.includes('$')) return plainParsers[links](source);
  mathsParsers ??= buildParsers(true);
  return mathsParsers[links](source);
}
