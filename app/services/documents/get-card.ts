import { AppError } from '#app/errors.ts';
import { findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

export type DocumentCard = { title: string; icon: string | null; excerpt: string; updatedAt: string };

const EXCERPT = 240;

/** Returns the preview card of a linked document; `excerpt` is plain text. Throws `documentNotFound`. */
export async function getCard(actor: Actor, id: string): Promise<DocumentCard> {
  await findAccess(actor, id);
  const [row] = await select<Omit<DocumentCard, 'updatedAt'> & { updatedAt: number }>(
    `SELECT documents.title, documents.icon, substr(document_texts.plain_text, 1, $most) AS excerpt,
       documents.updated_at AS "updatedAt"
     FROM documents JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $id`,
    { id, most: EXCERPT },
  );
  if (!row) throw new AppError('documentNotFound');
  return { ...row, excerpt: row.excerpt.trim(), updatedAt: new Date(Number(row.updatedAt)).toISOString() };
}
