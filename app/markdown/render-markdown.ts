import { workOn } from '#app/markdown/bounded-work.ts';
import { countWords } from '#app/markdown/count-words.ts';
import { readFrontMatter } from '#app/markdown/front-matter.ts';
import type { OutlineEntry } from '#app/markdown/heading-anchors.ts';
import { renderBlocks } from '#app/markdown/render-blocks.ts';
import { renderWhole } from '#app/markdown/render-whole.ts';
import { splitBlocks } from '#app/markdown/split-blocks.ts';

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

function render(source: string): RenderedMarkdown | null {
  const blocks = splitBlocks(source);
  const rendered = (blocks && renderBlocks(blocks)) ?? renderWhole(source);
  if (rendered === null) return null;
  const { html, outline, text, links } = rendered;
  return { html, outline, text, links, ...countWords(text), isSource: false };
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
