import { type DerivedText, deriveText } from '#app/services/documents/derive-text.ts';
import { linkedDocuments, storeLinks } from '#app/services/documents/document-links.ts';
import type { Packed } from '#app/services/documents/pack-text.ts';
import { packNew } from '#app/services/documents/revisions.ts';
import { indexDocument } from '#app/services/search/document-index.ts';
import { tokenize } from '#app/services/search/tokenize.ts';
import { orInstead, runInThread } from '#app/threads/run-in-thread.ts';
import { execute } from '#db/connection.ts';

export type PreparedText = Omit<DerivedText, 'links'> & {
  content: string;
  /** The documents it links to. */
  linksTo: string[];
};

/** Words and headings only: at most 2 ms whatever they are, so that the way to a thread would cost more. */
const PLAIN = /^[\p{L}\p{M}\p{N}\p{Zs}\n#.,;!?()"'，。；！？、（）“”]{0,1000}$/u;

/** Everything a save derives from a text. Made before the transaction, so that no one waits for it. */
export async function prepareText(person: string, content: string): Promise<PreparedText> {
  const { links, ...derived } = await derive(person, content);
  return { ...derived, content, linksTo: linkedDocuments(links) };
}

async function derive(person: string, content: string): Promise<DerivedText> {
  if (PLAIN.test(content)) return deriveText(content);
  return orInstead(runInThread(person, 'deriveText', content), () => runInThread(person, 'deriveSource', content));
}

/** With what is kept in its history, which begins with it. */
export type NewText = PreparedText & { packed: Packed };

export async function prepareNewText(person: string, content: string): Promise<NewText> {
  const [prepared, packed] = await Promise.all([prepareText(person, content), packNew(person, content)]);
  return { ...prepared, packed };
}

/** Stores a text, its HTML, its links and its search index; inside the transaction of the save. */
export async function storeText(documentId: string, title: string, prepared: PreparedText): Promise<void> {
  const { content, html, outline, plainText, words, readingSeconds, renderVersion, tokens, linksTo } = prepared;
  const text = { content, html, outline, plainText, words, readingSeconds, renderVersion };
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
