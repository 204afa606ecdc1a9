import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { readUnwatchToken } from '#app/services/notifications/unsubscribe-link.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';
import { models } from '#db/connection.ts';

export type UnwatchedDocument = { id: string; title: string };

/**
 * Returns the document of a mail's link that stops watching it. Throws `notFound` for a forged link, a closed account,
 * and a document that the recipient may no longer read.
 */
export async function getUnwatchedDocument(token: string): Promise<UnwatchedDocument> {
  return (await resolve(token)).document;
}

/** Stops watching the document of such a link, without a session. Throws `notFound`. */
export async function unwatchByMail(token: string): Promise<UnwatchedDocument> {
  const { actor, document } = await resolve(token);
  await watchDocument(actor, document.id, 'off');
  return document;
}

async function resolve(token: string) {
  const named = readUnwatchToken(token);
  if (!named) throw new AppError('notFound');
  const { Document, User } = await models();
  const person = await User.findByPk(named.userId, { attributes: ['status'] });
  if (person?.status !== 'ACTIVE') throw new AppError('notFound');
  const actor = { id: named.userId };
  try {
    const { id } = await requireAccess(actor, named.documentId, 'star');
    const { title } = (await Document.findByPk(id, { attributes: ['title'] }))!;
    return { actor, document: { id, title } };
  } catch (error) {
    if (error instanceof AppError) throw new AppError('notFound');
    throw error;
  }
}
