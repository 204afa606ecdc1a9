import { GRANTED } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

export type Backlink = { id: string; title: string; icon: string | null };

/** As many as a page shows; a document that more lead to is found by searching. */
const SHOWN = 50;

/** The documents whose text links to this one, as far as the actor may read them, by title. Archived ones are left out. */
export async function listBacklinks(actor: Actor, id: string): Promise<Backlink[]> {
  return select<Backlink>(
    `WITH RECURSIVE ${GRANTED}
     SELECT documents.id, documents.title, documents.icon
     FROM links JOIN documents ON documents.id = links.from_id
     WHERE links.to_id = $id AND documents.archived_at IS NULL AND (
       documents.owner_id = $me OR documents.id IN (SELECT granted.id FROM granted WHERE granted.permission <> 'NONE'))
     ORDER BY documents.title_key, documents.id LIMIT ${SHOWN}`,
    { id, me: actor.id },
  );
}
