import type { Root as HastRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { documentLinks } from '#app/markdown/document-links.ts';
import { finishHtml } from '#app/markdown/finish-html.ts';
import { readFrontMatter } from '#app/markdown/front-matter.ts';
import type { OutlineEntry } from '#app/markdown/heading-anchors.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';
import { isTooCostly } from '#app/markdown/parser-limits.ts';
import { isTooDeep, isTooLarge } from '#app/markdown/tree-limits.ts';
import { withinTime } from '#app/markdown/within-time.ts';

/** Raised whenever the same source renders differently than before, so that kept HTML is made anew. */
export const RENDER_VERSION = 1;

/** Sources up to this length, in UTF-16 units, are rendered without a deadline: the deadline itself costs 0.2 ms. */
const WITHOUT_DEADLINE = 8 * 1024;
/** Three to four times what written text needs; met by sources that are quadratic for the parser and pass the counting. */
const DEADLINE_MILLISECONDS = 2_000;
const DEADLINE_MILLISECONDS_PER_UNIT = 0.002;

/** A rendered document; `html` is sanitised and complete, `text` its words, `links` every destination as written. */
export interface RenderedMarkdown {
  html: string;
  outline: OutlineEntry[];
  text: string;
  links: string[];
}

const toHtmlTree = unified()
  .use(remarkRehype, {
    allowDangerousHtml: true,
    // Sanitising puts the prefix before all ids, these included.
    clobberPrefix: '',
    footnoteBackLabel: (reference, again) => `↩ ${reference + 1}${again > 1 ? `-${again}` : ''}`,
  })
  .freeze();
const rawParser = unified().use(rehypeRaw).freeze();

function containsHtml(node: HastRoot | HastRoot['children'][number]): boolean {
  return node.type === 'raw' || ('children' in node && node.children.some(containsHtml));
}

function render(source: string): RenderedMarkdown | null {
  const tree: Root = parseMarkdown(source);
  if (isTooLarge(tree)) return null;
  const links = documentLinks(tree);
  let html: HastRoot = toHtmlTree.runSync(tree);
  // Parsing HTML anew costs a tenth of the whole and most documents have none.
  if (containsHtml(html)) html = rawParser.runSync(html);
  return isTooDeep(html) ? null : { ...finishHtml(html), links };
}

/** What cannot be rendered is shown as it was written. */
function renderAsSource(source: string): RenderedMarkdown {
  const text = source.slice(readFrontMatter(source).bodyStart);
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return { html: `<pre tabindex="0">\n${escaped}</pre>`, outline: [], text, links: [] };
}

/**
 * Markdown (CommonMark, GFM, hidden front matter, sanitised HTML) to HTML, in this thread, without ever throwing: a
 * source that is nested absurdly, swells when written out or would take seconds is returned escaped in a `<pre>`.
 */
export function renderMarkdown(source: string): RenderedMarkdown {
  const wellFormed = source.toWellFormed().replaceAll('\0', '\ufffd');
  try {
    if (isTooCostly(wellFormed)) return renderAsSource(wellFormed);
    if (wellFormed.length <= WITHOUT_DEADLINE) return render(wellFormed) ?? renderAsSource(wellFormed);
    const deadline = Math.round(DEADLINE_MILLISECONDS + wellFormed.length * DEADLINE_MILLISECONDS_PER_UNIT);
    return withinTime(deadline, () => render(wellFormed)) ?? renderAsSource(wellFormed);
  } catch {
    // A stack overflow or the deadline, wherever in the parsers it struck: the text must stay readable all the same.
    return renderAsSource(wellFormed);
  }
}
