import { grantedAmong } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

export type Backlink = { id: string; title: string; icon: string | null };

/** Maximum number of rows. Documents with more backlinks can be found by search. */
const SHOWN = 50;

/** Lists the documents that link to this one and are readable by the actor, by title. Excludes archived ones. */
export async function listBacklinks(actor: Actor, id: string): Promise<Backlink[]> {
  return select<Backlink>(
    `WITH RECURSIVE ${grantedAmong(
      `SELECT documents.id FROM links JOIN documents ON documents.id = links.from_id
        WHERE links.to_id = $id AND documents.owner_id <> $me AND documents.archived_at IS NULL`,
    )}
     SELECT documents.id, documents.title, documents.icon
     FROM links JOIN documents ON documents.id = links.from_id
     WHERE links.to_id = $id AND documents.archived_at IS NULL AND (
       documents.owner_id = $me OR documents.id IN (SELECT granted.id FROM granted WHERE granted.permission <> 'NONE'))
     ORDER BY documents.title_key, documents.id LIMIT ${SHOWN}`,
    { id, me: actor.id },
  );
}
