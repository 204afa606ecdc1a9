import { AppError } from '#app/errors.ts';
import { MY_ENTRIES } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';
import { findPersonFor } from '#db/queries/people.ts';

export type SharedDocument = { id: string; title: string; icon: string | null };
export type Person = {
  id: string;
  name: string;
  imageUrl: string | null;
  /** Documents of the person that the actor may read. */
  theirs: SharedDocument[];
  /** Documents of the actor that the person may read. */
  mine: SharedDocument[];
};

const SHOWN_MAX = 50;

/**
 * Returns a person with the documents shared between them and the actor. Throws `notFound` if there are none, as for an
 * unknown id.
 */
export async function getPerson(actor: Actor, id: string): Promise<Person> {
  const [person] = await findPersonFor({ id, me: actor.id });
  if (!person) throw new AppError('notFound');
  const [theirs, mine] = await Promise.all([
    id === actor.id ? [] : sharedBy(id, actor.id),
    id === actor.id ? [] : sharedBy(actor.id, id),
  ]);
  const isCommon = id === actor.id || Number(person.isCommon) > 0 || theirs.length > 0 || mine.length > 0;
  if (!isCommon) throw new AppError('notFound');
  return { id, name: person.displayName ?? person.email, imageUrl: person.imageUrl, theirs, mine };
}

/** Lists documents of an owner shared with someone, latest first. */
function sharedBy(owner: string, me: string): Promise<SharedDocument[]> {
  return select<SharedDocument>(
    `WITH entries AS (${MY_ENTRIES})
     SELECT documents.id, documents.title, documents.icon FROM entries
     JOIN documents ON documents.id = entries.document_id
     WHERE documents.owner_id = $owner AND documents.archived_at IS NULL AND entries.permission <> 'NONE'
       AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id = $owner)
     ORDER BY documents.updated_at DESC, documents.id LIMIT ${SHOWN_MAX}`,
    { me, owner },
  );
}
