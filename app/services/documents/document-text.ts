import { renderText, renderTexts } from '#app/markdown/long-texts.ts';
import { RENDER_VERSION, type RenderedMarkdown } from '#app/markdown/render-markdown.ts';
import { linkedDocuments, storeLinks } from '#app/services/documents/document-links.ts';
import { indexDocument } from '#app/services/search/document-index.ts';
import { tokenize } from '#app/services/search/tokenize.ts';
import { execute } from '#db/connection.ts';

type DerivedText = {
  html: string;
  /** An `OutlineEntry[]` as JSON. */
  outline: string;
  plainText: string;
  words: number;
  readingSeconds: number;
  renderVersion: number;
};
export type PreparedText = DerivedText & {
  content: string;
  tokens: string;
  /** The documents it links to. */
  linksTo: string[];
  /** It could not be rendered and is shown as it was written. */
  isSource: boolean;
};

/** Everything a save derives from a text. Made before the transaction, so that no one waits for it. */
export async function prepareText(content: string): Promise<PreparedText> {
  return derive(content, await renderText(content));
}

/** The same for many texts: their HTML is made in another thread, while this one writes what was prepared before. */
export async function prepareTexts(contents: string[]): Promise<PreparedText[]> {
  const rendered = await renderTexts(contents);
  return contents.map((content, nth) => derive(content, rendered[nth]!));
}

function derive(content: string, rendered: RenderedMarkdown): PreparedText {
  const { html, outline, text, links, words, readingSeconds, isSource } = rendered;
  return {
    content,
    html,
    outline: JSON.stringify(outline),
    plainText: text,
    words,
    readingSeconds,
    renderVersion: RENDER_VERSION,
    tokens: tokenize(text).join(' '),
    linksTo: linkedDocuments(links),
    isSource,
  };
}

/** Stores a text, its HTML, its links and its search index; inside the transaction of the save. */
export async function storeText(documentId: string, title: string, prepared: PreparedText): Promise<void> {
  const { tokens, linksTo, isSource: _, ...text } = prepared;
  await execute(
    `INSERT INTO document_texts (document_id, content, html, outline, plain_text, words, reading_seconds, render_version)
     VALUES ($documentId, $content, $html, $outline, $plainText, $words, $readingSeconds, $renderVersion)
     ON CONFLICT (document_id) DO UPDATE SET content = $content, html = $html, outline = $outline,
       plain_text = $plainText, words = $words, reading_seconds = $readingSeconds, render_version = $renderVersion`,
    { documentId, ...text },
  );
  await storeLinks(documentId, linksTo);
  await indexDocument(documentId, tokenize(title).join(' '), tokens);
}

/** How titles are compared and sorted, on both databases alike. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase();
}
