import type { Root as HastRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { workOn } from '#app/markdown/bounded-work.ts';
import { countWords } from '#app/markdown/count-words.ts';
import { documentLinks } from '#app/markdown/document-links.ts';
import { finishHtml } from '#app/markdown/finish-html.ts';
import { readFrontMatter } from '#app/markdown/front-matter.ts';
import type { OutlineEntry } from '#app/markdown/heading-anchors.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';
import { numberTasks } from '#app/markdown/task-marks.ts';
import { isTooDeep, isTooLarge } from '#app/markdown/tree-limits.ts';

/** Raised whenever the same source renders differently than before, so that kept HTML is made anew. */
export const RENDER_VERSION = 2;

/**
 * A rendered document; `html` is sanitised and complete, `text` its words, `links` every destination as written,
 * `isSource` whether it is shown as it was written because it could not be rendered.
 */
export interface RenderedMarkdown {
  html: string;
  outline: OutlineEntry[];
  text: string;
  links: string[];
  words: number;
  readingSeconds: number;
  isSource: boolean;
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
  numberTasks(tree);
  let html: HastRoot = toHtmlTree.runSync(tree);
  // Parsing HTML anew costs a tenth of the whole and most documents have none.
  if (containsHtml(html)) html = rawParser.runSync(html);
  if (isTooDeep(html)) return null;
  const finished = finishHtml(html);
  return { ...finished, ...countWords(finished.text), links, isSource: false };
}

/** What cannot be rendered is shown as it was written. */
export function renderAsSource(source: string): RenderedMarkdown {
  const text = source.toWellFormed().replaceAll('\0', '\ufffd').slice(readFrontMatter(source).bodyStart);
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return {
    html: `<pre tabindex="0">\n${escaped}</pre>`,
    outline: [],
    text,
    links: [],
    isSource: true,
    ...countWords(text),
  };
}

/**
 * Markdown (CommonMark, GFM, hidden front matter, sanitised HTML) to HTML, in this thread, without ever throwing: a
 * source that is nested absurdly, swells when written out or would take seconds is returned escaped in a `<pre>`.
 */
export function renderMarkdown(source: string): RenderedMarkdown {
  const wellFormed = source.toWellFormed().replaceAll('\0', '\ufffd');
  return workOn(wellFormed, () => render(wellFormed)) ?? renderAsSource(wellFormed);
}
