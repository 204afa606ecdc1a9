import { printPdf } from '#app/adapters/pdf-printer.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { escapeHtml } from '#app/markdown/escape-html.ts';
import { standalonePage } from '#app/markdown/standalone-page.ts';
import { log } from '#app/observability/log.ts';
import type { Actor } from '#app/services/actor.ts';
import { type AlertTitles, localizeAlerts } from '#app/services/documents/localize-html.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { getFile } from '#app/services/files/get-file.ts';
import { type FolderRow, readBytes, readContent } from '#app/services/transfer/export/write-folder.ts';
import type { FileRow } from '#db/queries/files.ts';

const MILLISECONDS = 60_000;
const DOCUMENTS_MAX = 300;
const CHARACTERS_MAX = 16 * 1024 * 1024;
const PICTURE = /(<img[^<>]*? src=")\/api\/files\/([^"?#/]+)/g;

type Page = { title: string; lng: string; origin: string; alertTitles: AlertTitles };

/**
 * Prints documents into one PDF, each on a new page, with the pictures that the actor may see. Throws `notFound` if no
 * Chromium is configured (`PDF_CHROMIUM`), `sizeLimitExceeded` for too many documents, `unavailable` if printing fails.
 */
export async function exportPdf(
  actor: Actor,
  rows: FolderRow[],
  { alertTitles, ...page }: Page,
): Promise<Uint8Array<ArrayBuffer>> {
  const program = config().pdfChromium;
  if (!program) throw new AppError('notFound');
  if (rows.length > DOCUMENTS_MAX) throw new AppError('sizeLimitExceeded');
  const seen = new Map<string, FileRow | null>();
  const parts: string[] = [];
  let characters = 0;
  for (const [nth, row] of rows.entries()) {
    const rendered = await renderText(actor.id, await readContent(row));
    const html = localizeAlerts(rendered.html, alertTitles);
    characters += html.length;
    if (characters > CHARACTERS_MAX) throw new AppError('sizeLimitExceeded');
    for (const [, , id] of html.matchAll(PICTURE)) if (!seen.has(id!)) seen.set(id!, await findFile(actor, id!));
    const body = html.replace(PICTURE, (whole, before: string, id: string) => {
      const file = seen.get(id);
      return file ? before + pathOf(file) : whole;
    });
    parts.push(nth === 0 ? body : `<h1 style="break-before:page">${escapeHtml(row.title)}</h1>\n${body}`);
  }
  const pictures = [...seen.values()]
    .filter((file) => file !== null)
    .map((file) => ({ path: pathOf(file), read: () => readBytes(file) }));
  const html = standalonePage(parts.join('\n'), { ...page, hasFiles: true });
  const pdf = await printPdf(program, { html, pictures }, MILLISECONDS);
  if (!pdf) {
    log.warn({ event: 'pdf-not-printed', program }, 'a PDF was not printed');
    throw new AppError('unavailable', { retryAfterSeconds: 10 });
  }
  return new Uint8Array(pdf);
}

const pathOf = ({ id, ext }: FileRow) => `files/${id}.${ext}`;

/** The text may name any file of the installation: its address gives no right to it. */
async function findFile(actor: Actor, id: string): Promise<FileRow | null> {
  try {
    return (await getFile(actor, id)).row;
  } catch (error) {
    if (error instanceof AppError && error.error === 'fileNotFound') return null;
    throw error;
  }
}
