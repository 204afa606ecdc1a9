import {
  RENDER_VERSION,
  type RenderedMarkdown,
  renderAsSource,
  renderMarkdown,
} from '#app/markdown/render-markdown.ts';
import { tokenize } from '#app/services/search/tokenize.ts';

/** Everything that is made from a text when it is saved. */
export type DerivedText = {
  html: string;
  /** An `OutlineEntry[]` as JSON. */
  outline: string;
  plainText: string;
  words: number;
  readingSeconds: number;
  renderVersion: number;
  tokens: string;
  /** Destinations that may be documents. */
  links: string[];
  /** It could not be rendered and is shown as it was written. */
  isSource: boolean;
};

export const deriveText = (content: string): DerivedText => derivedFrom(renderMarkdown(content));

/** The same for a text that cannot be rendered within its budget. */
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
