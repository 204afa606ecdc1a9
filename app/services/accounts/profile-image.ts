import { Readable } from 'node:stream';
import { AppError } from '#app/errors.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import type { Actor } from '#app/services/actor.ts';
import { inlineTypeOfFile } from '#app/services/files/inspect-upload.ts';
import { openPicture } from '#app/services/files/open-picture.ts';
import { pictureTurns } from '#app/services/files/picture-queue.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Side in pixels: the largest displayed size at four pixels per CSS pixel. */
const SIDE = 512;

/**
 * Sets the profile image from a temporary file: crops the centre square and re-encodes it, which drops all metadata.
 * Returns its URL. Throws `typeNotAllowed`, `sizeLimitExceeded`, `uploadFailed`.
 */
export async function setProfileImage(actor: Actor, { name, file }: { name: string; file: string }): Promise<string> {
  const square = await pictureTurns.run(() => drawSquare(file, name));
  const upload = { fileName: 'profile.webp', ext: 'webp', size: square.length };
  const { downloadUrl } = await saveUpload(actor, upload, Readable.from([square]));
  await showBy(actor, downloadUrl);
  return downloadUrl;
}

/** Removes the profile image, whether uploaded or external. */
export async function removeProfileImage(actor: Actor): Promise<void> {
  await showBy(actor, null);
}

function showBy(actor: Actor, url: string | null): Promise<void> {
  return inTransaction(async () => {
    await releaseImage(actor, url);
    const changes = { imageUrl: url, updatedAt: Date.now() };
    await (await models()).User.update(changes, { where: { id: actor.id } });
  });
}

/**
 * Releases the previous profile image, which is later pruned like a document's files. Call in the transaction of the
 * change.
 */
export async function releaseImage(actor: Actor, next: string | null): Promise<void> {
  const { File, User } = await models();
  const user = await User.findByPk(actor.id, { attributes: ['imageUrl'] });
  const fileId = user?.imageUrl && user.imageUrl !== next ? fileInUrl(user.imageUrl) : null;
  if (!fileId) return;
  await File.update({ orphanedAt: Date.now() }, { where: { id: fileId, ownerId: actor.id, documentId: null } });
}

async function drawSquare(file: string, name: string): Promise<Buffer> {
  if (!(await inlineTypeOfFile(file))) throw notAPicture(name);
  const picture = (await openPicture(file)).autoOrient();
  const square = picture.resize({ width: SIDE, height: SIDE, fit: 'cover' }).webp({ quality: 82 });
  return square.toBuffer().catch((cause) => {
    throw notAPicture(name, cause);
  });
}

function notAPicture(name: string, cause?: unknown): AppError {
  return new AppError('typeNotAllowed', { fields: { image: [{ key: 'image.type', values: { name } }] }, cause });
}
