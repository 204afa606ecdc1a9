import { documentsOf } from '#app/services/access/document-access.ts';
import { grantsFor, READABLE } from '#app/services/access/readable-documents.ts';
import { entryOf } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';
import { titleKey } from '#app/services/documents/document-text.ts';
import { hitsOf } from '#app/services/search/index-hits.ts';
import { dayOf, type Filters } from '#app/services/search/parse-filters.ts';
import { parseQuery } from '#app/services/search/parse-query.ts';
import { type Binds, select } from '#db/connection.ts';
import { containing } from '#db/query.ts';

/**
 * SQL that restricts the readable documents: tables for the WITH clause, and conditions on `documents`. `unclear`
 * lists the filters whose document does not exist or is not readable by the actor; these restrict nothing.
 */
export type Narrowing = { tables: string[]; conditions: string[]; bind: Binds; unclear: string[] };

/** Maximum number of readable documents with the same title considered by `in:`. */
const SAME_TITLE_MAX = 50;

/** Resolves filters for the actor. For `in:`, a document that the actor cannot read does not exist. */
export async function narrowingOf(actor: Actor, filters: Filters): Promise<Narrowing> {
  const narrowing: Narrowing = { tables: [], conditions: [], bind: {}, unclear: [] };
  const { conditions, bind, tables } = narrowing;
  if (filters.starred)
    conditions.push(`EXISTS (SELECT 1 FROM reader_states AS mine WHERE mine.document_id = documents.id
      AND mine.user_id = $me AND mine.starred_at IS NOT NULL)`);
  for (const [nth, day] of filters.after.entries()) {
    bind[`after${nth}`] = dayOf(day);
    conditions.push(`documents.updated_at >= $after${nth}`);
  }
  for (const [nth, day] of filters.before.entries()) {
    bind[`before${nth}`] = dayOf(day);
    conditions.push(`documents.updated_at < $before${nth}`);
  }
  for (const [nth, person] of filters.by.entries()) {
    const named = containing(['person.email', 'person.display_name'], `by${nth}`, person);
    conditions.push(byPerson(named.sql));
    Object.assign(bind, named.bind);
  }
  for (const [nth, words] of filters.title.entries()) {
    const query = parseQuery(words);
    if (query.include.length === 0) continue;
    const hits = hitsOf(query, { inTitleOnly: true, names: `t${nth}` });
    tables.push(`titled${nth} AS (${hits.sql})`);
    conditions.push(`documents.id IN (SELECT document_id FROM titled${nth})`);
    Object.assign(bind, hits.bind);
  }
  for (const [nth, place] of filters.inside.entries()) {
    const ids = await readablePlaces(actor, place);
    if (ids.length === 0) {
      narrowing.unclear.push(/\s/.test(place) ? `in:"${place}"` : `in:${place}`);
      continue;
    }
    const names = ids.map((id, at) => {
      bind[`place${nth}_${at}`] = id;
      return `$place${nth}_${at}`;
    });
    tables.push(branchOf(`inside${nth}`, names));
    conditions.push(`documents.id IN (SELECT id FROM inside${nth})`);
  }
  return narrowing;
}

const byPerson = (isNamed: string) => `EXISTS (SELECT 1 FROM users AS person
  WHERE person.id IN (documents.owner_id, documents.updated_by) AND person.status <> 'DELETED' AND ${isNamed})`;

/** SQL of a table with all descendants of some documents, without branches closed to the actor. */
const branchOf = (table: string, places: string[]) => `${table}(id) AS (
    SELECT id FROM documents WHERE parent_id IN (${places.join(', ')})
    UNION
    SELECT child.id FROM ${table} JOIN documents AS child ON child.parent_id = ${table}.id
    WHERE COALESCE(${entryOf('child')}, 'READ') <> 'NONE'
  )`;

async function readablePlaces(actor: Actor, place: string): Promise<string[]> {
  const named = documentsOf('named', 'named.id');
  const rows = await select<{ id: string }>(
    `WITH RECURSIVE named AS (SELECT id FROM documents WHERE title_key = $titleKey OR id = $place),
       ${await grantsFor(actor, named)}
     SELECT documents.id FROM ${named} LEFT JOIN granted ON granted.id = documents.id WHERE ${READABLE}
     ORDER BY CASE WHEN documents.owner_id = $me THEN 0 ELSE 1 END, documents.id LIMIT ${SAME_TITLE_MAX}`,
    { titleKey: titleKey(place), place, me: actor.id },
  );
  return rows.map(({ id }) => id);
}
