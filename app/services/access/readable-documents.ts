import { GRANTED, grantedAmong } from '#app/services/access/document-access.ts';
import { MY_ROWS } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';
import { isListed } from '#db/query.ts';

/** SQL condition for documents joined with the table of `grantsFor`. */
export const READABLE = `documents.archived_at IS NULL
  AND (documents.owner_id = $me OR granted.permission IN ('READ', 'EDIT'))`;

/**
 * Number of share entries above which looking up ancestors of each candidate is cheaper than descending from each
 * entry.
 */
const ENTRIES_MANY = 200;

/**
 * Returns the SQL of the table `granted`, by the cheaper way. It contains at least the candidates that share entries
 * reach; `candidates` is the FROM clause of a set of `documents`.
 */
export async function grantsFor(actor: Actor, candidates: string): Promise<string> {
  const [row] = await select<{ entries: number }>(
    `SELECT COUNT(*) AS entries FROM (${MY_ROWS} LIMIT ${ENTRIES_MANY + 1}) AS counted`,
    { me: actor.id },
  );
  if (Number(row?.entries ?? 0) <= ENTRIES_MANY) return GRANTED;
  const foreign = `FROM ${candidates} WHERE documents.owner_id <> $me AND documents.archived_at IS NULL`;
  return grantedAmong(
    `SELECT documents.id ${foreign} UNION SELECT documents.parent_id ${foreign} AND documents.parent_id IS NOT NULL`,
  );
}

/** Returns those of any number of documents that the actor may read, their own archived ones included. */
export async function readableAmong(actor: Pick<Actor, 'id'>, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const listed = isListed('documents.id', 'ids');
  const rows = await select<{ id: string }>(
    `WITH RECURSIVE ${grantedAmong(
      `SELECT documents.id FROM documents WHERE ${listed} AND documents.owner_id <> $me AND documents.archived_at IS NULL`,
    )}
     SELECT documents.id FROM documents WHERE ${listed} AND (documents.owner_id = $me
       OR documents.id IN (SELECT granted.id FROM granted WHERE granted.permission <> 'NONE'))`,
    { me: actor.id, ids: JSON.stringify(ids) },
  );
  return new Set(rows.map(({ id }) => id));
}
