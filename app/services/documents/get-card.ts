import { AppError } from '#app/errors.ts';
import { mayTakeCopy } from '#app/policies/document-policy.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

export type DocumentCard = {
  title: string;
  icon: string | null;
  excerpt: string;
  updatedAt: string;
  /** True if the actor created it in another owner's tree and may take a copy. */
  isOwnWork: boolean;
};

type Row = Omit<DocumentCard, 'updatedAt' | 'isOwnWork'> & { updatedAt: number; createdBy: string };

const EXCERPT = 240;

/** Returns the preview card of a linked document; `excerpt` is plain text. Throws `documentNotFound`. */
export async function getCard(actor: Actor, id: string): Promise<DocumentCard> {
  const access = await getAccess(actor, id);
  const [row] = await select<Row>(
    `SELECT documents.title, documents.icon, substr(document_texts.plain_text, 1, $most) AS excerpt,
       documents.updated_at AS "updatedAt", documents.created_by AS "createdBy"
     FROM documents JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $id`,
    { id, most: EXCERPT },
  );
  if (!row) throw new AppError('documentNotFound');
  const { createdBy, ...card } = row;
  return {
    ...card,
    excerpt: card.excerpt.trim(),
    updatedAt: new Date(Number(card.updatedAt)).toISOString(),
    isOwnWork: mayTakeCopy(access, createdBy === actor.id),
  };
}
