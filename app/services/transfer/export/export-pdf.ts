import { printPdf } from '#app/adapters/pdf-printer.ts';
import { storage } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { escapeHtml } from '#app/markdown/escape-html.ts';
import { standalonePage } from '#app/markdown/standalone-page.ts';
import { log } from '#app/observability/log.ts';
import type { Actor } from '#app/services/actor.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { blobKey, downloadUrlOf } from '#app/services/files/file-entry.ts';
import { type FolderRow, readContent } from '#app/services/transfer/export/write-folder.ts';
import type { FileRow } from '#db/queries/files.ts';

const MILLISECONDS = 60_000;
const DOCUMENTS_MAX = 300;
const CHARACTERS_MAX = 16 * 1024 * 1024;
const PICTURE = /(<img[^<>]*? src=")(\/api\/files\/[^"?#]+)/g;

type Page = { title: string; lng: string; origin: string };

/**
 * Prints documents into one PDF, each on a new page. Throws `notFound` if no Chromium is configured (`PDF_CHROMIUM`),
 * `sizeLimitExceeded` for too many documents, `unavailable` if printing fails.
 */
export async function exportPdf(
  actor: Actor,
  rows: FolderRow[],
  files: FileRow[],
  page: Page,
): Promise<Uint8Array<ArrayBuffer>> {
  const program = config().pdfChromium;
  if (!program) throw new AppError('notFound');
  if (rows.length > DOCUMENTS_MAX) throw new AppError('sizeLimitExceeded');
  const fileOf = new Map(files.map((file) => [downloadUrlOf(file.id), file]));
  const used = new Map<string, FileRow>();
  const parts: string[] = [];
  let characters = 0;
  for (const [nth, row] of rows.entries()) {
    const { html } = await renderText(actor.id, await readContent(row));
    characters += html.length;
    if (characters > CHARACTERS_MAX) throw new AppError('sizeLimitExceeded');
    const body = html.replace(PICTURE, (whole, before: string, url: string) => {
      const file = fileOf.get(url);
      if (!file) return whole;
      const path = `files/${file.id}.${file.ext}`;
      used.set(path, file);
      return before + path;
    });
    parts.push(nth === 0 ? body : `<h1 style="break-before:page">${escapeHtml(row.title)}</h1>\n${body}`);
  }
  const pictures = [...used].map(([path, file]) => ({ path, read: () => storage().read(blobKey(file)) }));
  const html = standalonePage(parts.join('\n'), { ...page, hasFiles: true });
  const pdf = await printPdf(program, { html, pictures }, MILLISECONDS);
  if (!pdf) {
    log.warn({ event: 'pdf-not-printed', program }, 'a PDF was not printed');
    throw new AppError('unavailable', { retryAfterSeconds: 10 });
  }
  return new Uint8Array(pdf);
}
