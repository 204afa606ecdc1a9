import type { DocumentQuery } from '#app/schemas/documents.ts';
import type { Page } from '#app/schemas/paging.ts';
import { documentsOf, GRANTED, grantedAmong } from '#app/services/access/document-access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  toEntry,
} from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { titleKey } from '#app/services/documents/document-text.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import { select } from '#db/connection.ts';
import { likePattern } from '#db/query.ts';

/** Returns the grants a scope needs: all that reach the actor, or only those of the documents it lists. */
function grantsOf(scope: DocumentQuery['scope']): string {
  if (scope === 'all' || scope === 'shared') return GRANTED;
  if (scope !== 'starred') return 'granted(id, permission) AS (SELECT document_id, permission FROM shares WHERE FALSE)';
  const starred = `FROM ${documentsOf('reader_states AS stars', 'stars.document_id')}
    WHERE stars.user_id = $me AND stars.starred_at IS NOT NULL AND documents.owner_id <> $me`;
  return grantedAmong(
    `SELECT documents.id ${starred} UNION SELECT documents.parent_id ${starred} AND documents.parent_id IS NOT NULL`,
  );
}

const COLUMN = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  title: 'title_key',
  position: 'position + 0',
} as const;

/**
 * Returns a page of the documents the actor may read. Reads own and shared documents as two index-ordered subqueries
 * with a limit and merges them, so that a page costs the same for any number of documents.
 */
export async function listDocuments(actor: Actor, query: DocumentQuery): Promise<Page<DocumentEntry>> {
  const { page, limit, sort, order, scope } = query;
  const bind = { me: actor.id, ...keywordBind(query.keyword) };
  const branches = branchesOf(scope, Boolean(query.keyword));
  const grants = grantsOf(scope);
  const end = page * limit;
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  const column = COLUMN[sort];
  const cut = branches.map(
    ({ from }) => `SELECT * FROM (SELECT documents.id, documents.${column} AS sort_key, ${from}
      ORDER BY documents.${column} ${direction}, documents.id ${direction} LIMIT ${end}) AS branch`,
  );
  const rows = await select<EntryRow & { total: number }>(
    `WITH RECURSIVE ${grants}, page AS (
       ${cut.join(' UNION ALL ')} ORDER BY sort_key ${direction}, id ${direction} LIMIT ${limit} OFFSET ${end - limit}
     )
     SELECT ${ENTRY_COLUMNS}, page.permission, (${totalOf(branches)}) AS total,
       CASE WHEN documents.owner_id = $me OR parent.permission IN ('READ', 'EDIT') THEN documents.parent_id END
         AS "parentId"
     FROM page JOIN documents ON documents.id = page.id ${ENTRY_JOINS}
     LEFT JOIN granted AS parent ON parent.id = documents.parent_id
     ORDER BY page.sort_key ${direction}, page.id ${direction}`,
    bind,
  );
  const total = rows[0]?.total ?? (await count(grants, branches, bind));
  return { items: rows.map((row) => toEntry(actor, row)), total: Number(total), page, limit };
}

/** SQL that sums the documents of all branches. */
function totalOf(branches: Branch[]): string {
  const counts = branches.map(
    ({ from, total }) => total ?? `SELECT COUNT(*) AS n FROM (SELECT documents.id, ${from}) AS branch`,
  );
  return `SELECT SUM(n) FROM (${counts.join(' UNION ALL ')}) AS counts`;
}

/** Counts the total for a page beyond the last, where no row contains it. */
async function count(grants: string, branches: Branch[], bind: Record<string, string>): Promise<number> {
  const [row] = await select<{ total: number }>(
    `WITH RECURSIVE ${grants} SELECT (${totalOf(branches)}) AS total`,
    bind,
  );
  return row?.total ?? 0;
}

function keywordBind(keyword: string): Record<string, string> {
  return keyword ? { keyword: likePattern(titleKey(keyword)) } : {};
}

/**
 * `from`: SQL after the columns, which ends them with the permission. `total`: SQL for a stored count that avoids
 * counting.
 */
type Branch = { from: string; total?: string };

function branchesOf(scope: DocumentQuery['scope'], hasKeyword: boolean): Branch[] {
  const matches = hasKeyword ? `AND documents.title_key LIKE $keyword ESCAPE '\\'` : '';
  const isArchived = scope === 'archived';
  const rest = `documents.archived_at ${isArchived ? `IS NOT NULL AND ${NOT_HIDDEN}` : 'IS NULL'} ${matches}`;
  const starred = `reader_states.user_id = $me AND reader_states.starred_at IS NOT NULL`;
  const shared = `granted.permission FROM ${documentsOf('granted', 'granted.id')}
    WHERE granted.permission <> 'NONE' AND documents.owner_id <> $me AND ${rest}`;
  if (scope === 'starred') {
    const own = `'EDIT' AS permission FROM ${documentsOf('reader_states', 'reader_states.document_id')}
      WHERE documents.owner_id = $me AND ${starred} AND ${rest}`;
    const marked = 'SELECT 1 FROM reader_states WHERE reader_states.document_id = documents.id';
    return [{ from: own }, { from: `${shared} AND EXISTS (${marked} AND ${starred})` }];
  }
  const owned = isArchived
    ? `FROM ${documentsOf('documents AS archived', 'archived.id')}
      WHERE archived.owner_id = $me AND archived.archived_at IS NOT NULL`
    : 'FROM documents WHERE documents.owner_id = $me';
  const own: Branch = {
    from: `'EDIT' AS permission ${owned} AND ${rest}`,
    ...(!hasKeyword && {
      total: `SELECT COALESCE(SUM(${isArchived ? 'archived' : 'present'}), 0) AS n FROM document_counts WHERE owner_id = $me`,
    }),
  };
  if (scope === 'own' || isArchived) return [own];
  return scope === 'shared' ? [{ from: shared }] : [own, { from: shared }];
}
