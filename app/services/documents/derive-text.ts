import {
  RENDER_VERSION,
  type RenderedMarkdown,
  renderAsSource,
  renderMarkdown,
} from '#app/markdown/render-markdown.ts';
import { tokenize } from '#app/services/search/tokenize.ts';

/** Everything derived from a text when it is saved. */
export type DerivedText = {
  html: string;
  /** An `OutlineEntry[]` as JSON. */
  outline: string;
  plainText: string;
  words: number;
  readingSeconds: number;
  renderVersion: number;
  tokens: string;
  /** Destinations that may lead to documents. */
  links: string[];
  /** True if rendering failed and the page shows the source. */
  isSource: boolean;
};

export const deriveText = (content: string): DerivedText => derivedFrom(renderMarkdown(content));

/** Same, for a text that exceeds the rendering budget. */
export const deriveSource = (content: string): DerivedText => derivedFrom(renderAsSource(content));

function derivedFrom({ outline, text, links, ...rendered }: RenderedMarkdown): DerivedText {
  return {
    ...rendered,
    outline: JSON.stringify(outline),
    plainText: text,
    renderVersion: RENDER_VERSION,
    tokens: tokenize(text).join(' '),
    links: links.filter((destination) => destination.includes('/doc/')),
  };
}
