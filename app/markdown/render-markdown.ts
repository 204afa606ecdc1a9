import type { Root } from 'hast';
import { workOn } from '#app/markdown/bounded-work.ts';
import { documentLinks } from '#app/markdown/document-links.ts';
import { countWords } from '#app/markdown/finish/count-words.ts';
import { finishHtml, sanitize } from '#app/markdown/finish/finish-html.ts';
import type { OutlineEntry } from '#app/markdown/finish/heading-anchors.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { toHtmlTree } from '#app/markdown/tree/html-tree.ts';
import { isTooDeep, parseRawHtml } from '#app/markdown/tree/raw-html.ts';

/** Raised whenever the same source renders differently than before, so that kept HTML is made anew. */
export const RENDER_VERSION = 4;

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

/** The HTML that the author wrote, without what is not allowed of it; null where it is nested too deeply. */
function parseForeign(draft: Root): Root | null {
  const tree = parseRawHtml(draft);
  return isTooDeep(tree) ? null : sanitize(tree);
}

function render(source: string): RenderedMarkdown | null {
  const tokens = parseMarkdown(bodyOf(source).body);
  const draft = toHtmlTree(tokens);
  if (draft === null) return null;
  const tree = draft.hasHtml ? parseForeign(draft.tree) : draft.tree;
  if (tree === null) return null;
  const { html, outline, text } = finishHtml(tree);
  return { html, outline, text, links: documentLinks(tokens), ...countWords(text), isSource: false };
}

/** What cannot be rendered is shown as it was written. */
export function renderAsSource(source: string): RenderedMarkdown {
  const text = bodyOf(source.toWellFormed().replaceAll('\0', '\ufffd')).body;
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
  return workOn(() => render(wellFormed)) ?? renderAsSource(wellFormed);
}
