import { writeZip } from '#app/adapters/zip-writer.ts';
import { standalonePage } from '#app/markdown/standalone-page.ts';
import { findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { readDocument } from '#app/services/documents/get-document.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { listOwnedFiles } from '#app/services/files/list-files.ts';
import { listBranch } from '#app/services/transfer/list-own.ts';
import { safeName } from '#app/services/transfer/safe-name.ts';
import { writeFolder } from '#app/services/transfer/write-folder.ts';

export type ExportFormat = 'md' | 'html' | 'zip';
type Input = {
  id: string;
  format: ExportFormat;
  /** Language of the page's own text. */
  lng: string;
  /** Origin for links within the site, to make them absolute. */
  origin: string;
};
/** `name` includes its extension, safe in any file system. */
export type Download = { name: string; type: string; body: string | ReadableStream<Uint8Array> };

/**
 * Exports a document: its Markdown byte for byte, a standalone page, or the visible branch as a streamed zip of
 * Markdown files. Throws `documentNotFound`.
 */
export async function exportDocument(actor: Actor, { id, format, lng, origin }: Input): Promise<Download> {
  const access = await findAccess(actor, id);
  const { title, content } = await readDocument(actor, access);
  const name = `${safeName(title, 0) || 'document'}.${format}`;
  if (format === 'md') return { name, type: 'text/markdown; charset=utf-8', body: content };
  if (format === 'html') {
    const body = standalonePage((await renderText(actor.id, content)).html, { title, lng, origin });
    return { name, type: 'text/html; charset=utf-8', body };
  }
  const rows = await listBranch(actor, id);
  return { name, type: 'application/zip', body: writeZip(writeFolder(rows, await listOwnedFiles(access.ownerId))) };
}
