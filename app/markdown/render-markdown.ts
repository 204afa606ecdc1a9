import type { Root } from 'hast';
import { workOn } from '#app/markdown/bounded-work.ts';
import { documentLinks } from '#app/markdown/document-links.ts';
import { escapeText } from '#app/markdown/escape-html.ts';
import { countWords } from '#app/markdown/finish/count-words.ts';
import { finishHtml, sanitize } from '#app/markdown/finish/finish-html.ts';
import type { OutlineEntry } from '#app/markdown/finish/heading-anchors.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { toHtmlTree } from '#app/markdown/tree/html-tree.ts';
import { isTooDeep, parseRawHtml } from '#app/markdown/tree/raw-html.ts';

/** Increment if the same source renders differently, to invalidate stored HTML. */
export const RENDER_VERSION = 10;

/**
 * A rendered document. `html` is complete and sanitised, `text` its plain text, `links` every destination as written.
 * `isSource` is true if it could not be rendered and is shown as source.
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

/** Parses and sanitises author HTML; null if it is nested too deeply. */
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

/** Fallback for a source that cannot be rendered: shows it verbatim. */
export function renderAsSource(source: string): RenderedMarkdown {
  const text = bodyOf(source.toWellFormed().replaceAll('\0', '\ufffd')).body;
  return {
    html: `<pre tabindex="0">\n${escapeText(text)}</pre>`,
    outline: [],
    text,
    links: [],
    isSource: true,
    ...countWords(text),
  };
}

/**
 * Renders Markdown (CommonMark, GFM, hidden front matter, sanitised HTML) to HTML in this thread. Never throws: a
 * source that is nested too deeply, expands too much or takes seconds is returned escaped in a `<pre>`.
 */
export function renderMarkdown(source: string): RenderedMarkdown {
  const wellFormed = source.toWellFormed().replaceAll('\0', '\ufffd');
  return workOn(() => render(wellFormed)) ?? renderAsSource(wellFormed);
}
