import { writeZip } from '#app/adapters/zip-writer.ts';
import type { SiteTexts } from '#app/markdown/site-page.ts';
import { standalonePage } from '#app/markdown/standalone-page.ts';
import type { ExportFormat } from '#app/schemas/export-formats.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { readDocument } from '#app/services/documents/get-document.ts';
import { type AlertTitles, localizeAlerts } from '#app/services/documents/localize-html.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { listOwnedFiles } from '#app/services/files/list-files.ts';
import { exportPdf } from '#app/services/transfer/export/export-pdf.ts';
import { listBranch } from '#app/services/transfer/export/list-own.ts';
import { safeName } from '#app/services/transfer/export/safe-name.ts';
import { type FolderRow, writeFolder } from '#app/services/transfer/export/write-folder.ts';
import { writeSite } from '#app/services/transfer/export/write-site.ts';

type Input = {
  id: string;
  format: ExportFormat;
  /** Language of the page's own text. */
  lng: string;
  /** Origin for links within the site, to make them absolute. */
  origin: string;
  /** Words of a site's own text. */
  texts: SiteTexts;
  alertTitles: AlertTitles;
};

export type { SiteTexts };
/** `name` includes its extension, safe in any file system. */
export type Download = {
  name: string;
  type: string;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
};

/**
 * Exports a document: its Markdown byte for byte, a standalone page, or the visible branch as a streamed zip of
 * Markdown files or of a static site, or one of both as PDF where that is configured. Throws `documentNotFound`.
 */
export async function exportDocument(actor: Actor, { id, format, lng, origin, ...words }: Input): Promise<Download> {
  const access = await getAccess(actor, id);
  const { title, content } = await readDocument(actor, access);
  await recordEvent(actor.id, { action: 'export.document', subject: id, detail: { format } });
  const name = `${safeName(title, 0) || 'document'}.${format === 'site' ? 'site.zip' : format}`;
  if (format === 'md') return { name, type: 'text/markdown; charset=utf-8', body: content };
  if (format === 'html') {
    const rendered = await renderText(actor.id, content);
    const body = standalonePage(localizeAlerts(rendered.html, words.alertTitles), { title, lng, origin });
    return { name, type: 'text/html; charset=utf-8', body };
  }
  const rows = await listBranch(actor, id);
  if (format === 'pdf' || format === 'branch-pdf') {
    const printed = format === 'pdf' ? rows.filter((row) => row.id === id) : inOrder(rows);
    const body = await exportPdf(actor, printed, { title, lng, origin, alertTitles: words.alertTitles });
    return { name: `${safeName(title, 0) || 'document'}.pdf`, type: 'application/pdf', body };
  }
  const files = await listOwnedFiles(access.ownerId);
  const site = { person: actor.id, title, lng, origin, ...words };
  const folder = await (format === 'site' ? writeSite(rows, files, site) : writeFolder(rows, files));
  return { name, type: 'application/zip', body: writeZip(folder) };
}

/** Sorts a branch in reading order: each document before its descendants, the top first. */
function inOrder(rows: FolderRow[]): FolderRow[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId);
  const ordered: FolderRow[] = [];
  const waiting = rows.slice(0, 1);
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    ordered.push(row);
    waiting.push(...(childrenOf.get(row.id) ?? []).toReversed());
  }
  return ordered;
}
