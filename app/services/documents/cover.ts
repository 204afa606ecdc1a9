import { AppError } from '#app/errors.ts';
import { mayBeCoverOf } from '#app/policies/file-policy.ts';
import { COVER_PRESETS } from '#app/schemas/cover-presets.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import { type DocumentAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { getFile } from '#app/services/files/get-file.ts';
import { models } from '#db/connection.ts';
import { clearCover, putCover } from '#db/queries/texts.ts';

/** `url`: a preset, a file of the document or an external image. */
export type CoverImage = { url: string; scrollY: number };
type CoverChange = { url?: string | undefined; scrollY?: number | undefined; isPreset?: boolean | undefined };

/**
 * Sets a document's cover or moves the existing one; omitted fields stay unchanged. Throws `documentNotFound`,
 * `documentAccessDenied`, `documentCoverNotFound` (a position without a cover, an unknown preset), and `fileNotFound`,
 * `fileAccessDenied` for a file of another document.
 */
export async function setCover(actor: Actor, id: string, { url, scrollY, isPreset }: CoverChange): Promise<CoverImage> {
  const access = await requireAccess(actor, id, 'edit');
  if (url !== undefined) await requireCover(actor, access, url, isPreset ?? false);
  else if (isPreset) await requireCover(actor, access, (await findCover(id))?.url ?? '', true);
  const changed = await putCover({ id, url: url ?? null, scrollY: scrollY ?? null });
  const cover = changed === 1 ? await findCover(id) : null;
  if (!cover) throw new AppError('documentCoverNotFound');
  return cover;
}

/** Removes the cover and returns it. Throws `documentNotFound`, `documentAccessDenied`, `documentCoverNotFound`. */
export async function removeCover(actor: Actor, id: string): Promise<CoverImage | null> {
  await requireAccess(actor, id, 'edit');
  const cover = await findCover(id);
  const removed = await clearCover({ id });
  if (removed === 0) throw new AppError('documentCoverNotFound');
  return cover;
}

async function requireCover(actor: Actor, access: DocumentAccess, url: string, isPreset: boolean): Promise<void> {
  if (isPreset || url.startsWith('/covers/')) {
    if (!COVER_PRESETS.includes(url)) throw new AppError('documentCoverNotFound');
    return;
  }
  const fileId = fileInUrl(url);
  if (!fileId) return;
  const { row } = await getFile(actor, fileId, access);
  if (!mayBeCoverOf(access.id, row)) throw new AppError('fileAccessDenied');
}

async function findCover(id: string): Promise<CoverImage | null> {
  const row = await (await models()).Document.findByPk(id, { attributes: ['coverUrl', 'coverScrollY'] });
  return row?.coverUrl ? { url: row.coverUrl, scrollY: row.coverScrollY ?? 0 } : null;
}
