import { RENDER_VERSION, type RenderedMarkdown, renderMarkdown } from '#app/markdown/render-markdown.ts';
import { indexDocument } from '#app/services/search/document-index.ts';
import { tokenize } from '#app/services/search/tokenize.ts';
import { execute } from '#db/connection.ts';

type StoredText = { html: string; outline: string; plainText: string; renderVersion: number };
export type PreparedText = StoredText & {
  content: string;
  tokens: string;
  /** It could not be rendered and is shown as it was written. */
  isSource: boolean;
};

/** Everything a save derives from a text. Made before the transaction, so that no one waits for it. */
export function prepareText(content: string): PreparedText {
  const rendered = renderMarkdown(content);
  const text = renderText(rendered);
  return { ...text, content, tokens: tokenize(text.plainText).join(' '), isSource: rendered.isSource };
}

export function renderText({ html, outline, text }: RenderedMarkdown): StoredText {
  return { html, outline: JSON.stringify(outline), plainText: text, renderVersion: RENDER_VERSION };
}

/** Stores a text, its HTML and its search index; inside the transaction of the save. */
export async function storeText(documentId: string, title: string, prepared: PreparedText): Promise<void> {
  const { tokens, isSource: _, ...text } = prepared;
  await execute(
    `INSERT INTO document_texts (document_id, content, html, outline, plain_text, render_version)
     VALUES ($documentId, $content, $html, $outline, $plainText, $renderVersion)
     ON CONFLICT (document_id) DO UPDATE SET content = $content, html = $html, outline = $outline,
       plain_text = $plainText, render_version = $renderVersion`,
    { documentId, ...text },
  );
  await indexDocument(documentId, tokenize(title).join(' '), tokens);
}

/** How titles are compared and sorted, on both databases alike. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase();
}
