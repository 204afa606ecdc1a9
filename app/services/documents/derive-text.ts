import {
  RENDER_VERSION,
  type RenderedMarkdown,
  renderAsSource,
  renderMarkdown,
} from '#app/markdown/render-markdown.ts';
import { mentionedInHtml } from '#app/services/comments/mentioned-in-html.ts';
import { type Packed, packWhole } from '#app/services/documents/pack-text.ts';
import { type IndexedText, indexText } from '#app/services/search/index-text.ts';

/** Further headings are in text and index as words only: a page of a megabyte of headings would not open. */
const OUTLINE_MAX = 1000;

/** Everything derived from a text when it is saved. */
export type DerivedText = {
  html: string;
  /** The first `OutlineEntry[]` as JSON. */
  outline: string;
  plainText: string;
  words: number;
  readingSeconds: number;
  renderVersion: number;
  indexed: IndexedText;
  /** Destinations that may lead to documents. */
  links: string[];
  /** Ids of the mentioned people. */
  mentioned: string[];
  /** True if rendering failed and the page shows the source. */
  isSource: boolean;
};

export const deriveText = (content: string): DerivedText => derivedFrom(content, renderMarkdown(content));

/** Derives everything stored with a new text in one job, so that the text is sent to a worker thread once. */
export const deriveNew = (content: string): DerivedText & { packed: Packed } => ({
  ...deriveText(content),
  packed: packWhole(content),
});

/**
 * Derives everything stored with several new texts in one job, as each message to a worker thread costs a tenth of
 * deriving a text.
 */
export const deriveNewTexts = (contents: string[]): (DerivedText & { packed: Packed })[] => contents.map(deriveNew);

/** Derives without rendering, for a text that exceeds the rendering budget. */
export const deriveSource = (content: string): DerivedText => derivedFrom(content, renderAsSource(content));

function derivedFrom(content: string, { outline: headings, text, links, ...rendered }: RenderedMarkdown): DerivedText {
  const outline = JSON.stringify(headings.slice(0, OUTLINE_MAX));
  return {
    ...rendered,
    outline,
    plainText: text,
    renderVersion: RENDER_VERSION,
    indexed: indexText(content, text, outline),
    mentioned: mentionedInHtml(rendered.html),
    links: links.filter((destination) => destination.includes('/doc/')),
  };
}
