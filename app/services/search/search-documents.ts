import type { SearchQuery } from '#app/schemas/documents.ts';
import { GRANTED, grantedAmong } from '#app/services/access/document-access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  toEntry,
} from '#app/services/access/document-entry.ts';
import { MY_ROWS } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';
import { titleKey } from '#app/services/documents/document-text.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import { alsoShown, withStems } from '#app/services/search/also-shown.ts';
import { hitsOf } from '#app/services/search/index-hits.ts';
import { markHits } from '#app/services/search/mark-hits.ts';
import { parseQuery } from '#app/services/search/parse-query.ts';
import { type Found, rankHits } from '#app/services/search/rank-hits.ts';
import type { Query } from '#app/services/search/tokenize.ts';
import { select } from '#db/connection.ts';
import { listed } from '#db/query.ts';

/** `snippet` and `markedTitle` are escaped HTML with `<mark>` around matches. */
export type SearchHit = DocumentEntry & { snippet: string; markedTitle: string };

/** `also`: words near a mistyped one that were searched too. */
type SearchResult = Page<SearchHit> & { also: string[] };

const READABLE = `documents.archived_at IS NULL
  AND (documents.owner_id = $me OR granted.permission IN ('READ', 'EDIT'))`;

/** Best candidates by title and time that are ranked by their words; later ones keep that order. */
const RANKED = 150;

type Search = { query: Query; keyword: string; page: number; limit: number };

/** Finds what the actor may read, best first: an order both databases share. */
export async function searchDocuments(actor: Actor, input: SearchQuery): Promise<SearchResult> {
  const { keyword, page, limit } = input;
  const query = parseQuery(keyword);
  if (query.include.length === 0) return { items: [], total: 0, page, limit, also: [] };
  const { query: asked, also, ids, total } = await widened(actor, { query, keyword, page, limit });
  const items = await markHits(actor, await entriesOf(actor, ids), asked);
  return { items, total, page, limit, also };
}

/** Asks again with more ways to write the words while few documents are found. */
async function widened(actor: Actor, search: Search) {
  const strict = await pageOf(actor, search);
  const stemmed = strict.total === 0 ? withStems(search.query) : null;
  if (stemmed) {
    const found = await pageOf(actor, { ...search, query: stemmed });
    if (found.total > 0) return { ...found, query: stemmed, also: [] };
  }
  const wider = await alsoShown(search.query, strict.total, (other) => findsAny(actor, other));
  if (!wider) return { ...strict, query: search.query, also: [] };
  return { ...(await pageOf(actor, { ...search, query: wider.query })), ...wider };
}

type FoundRow = Omit<Found, 'inTitle'> & { inTitle: number; total: number };

async function pageOf(actor: Actor, search: Search): Promise<{ ids: string[]; total: number }> {
  const { query, keyword, page, limit } = search;
  const from = (page - 1) * limit;
  const isRanked = from < RANKED;
  const rows = await select<FoundRow>(
    `${await readableOf(actor, query)}
     SELECT readable.id, readable.title, readable.in_title AS "inTitle", readable.updated_at AS "updatedAt",
       reader_states.opened_at AS "openedAt", readable.total
     FROM (
       SELECT readable.*, COUNT(*) OVER () AS total FROM readable
       ORDER BY CASE WHEN title_key = $exactly THEN 1 ELSE 0 END DESC, in_title DESC, updated_at DESC, id
       LIMIT ${isRanked ? Math.max(RANKED, from + limit) : limit} OFFSET ${isRanked ? 0 : from}
     ) AS readable
     LEFT JOIN reader_states ON reader_states.document_id = readable.id AND reader_states.user_id = $me
     ORDER BY CASE WHEN title_key = $exactly THEN 1 ELSE 0 END DESC, in_title DESC, updated_at DESC, readable.id`,
    { ...hitsOf(query).bind, me: actor.id, exactly: titleKey(keyword.trim()) },
  );
  if (rows.length === 0) return { ids: [], total: page === 1 ? 0 : await countReadable(actor, query) };
  const total = Number(rows[0]!.total);
  const found = rows.map(({ inTitle, ...row }) => ({ ...row, inTitle: Number(inTitle) === 1 }));
  if (!isRanked) return { ids: found.map(({ id }) => id), total };
  const best = found.length > 1 ? await rankHits(found.slice(0, RANKED), query, keyword) : found.map(({ id }) => id);
  const rest = found.slice(RANKED).map(({ id }) => id);
  return { ids: [...best, ...rest].slice(from, from + limit), total };
}

/** SQL: the readable documents that match, as the table `readable`. */
async function readableOf(actor: Actor, query: Query): Promise<string> {
  return `WITH RECURSIVE hits AS (${hitsOf(query).sql}), ${await grantsFor(actor)}, readable AS (
      SELECT documents.id, documents.title, documents.title_key, hits.in_title, documents.updated_at
      FROM hits JOIN documents ON documents.id = hits.document_id LEFT JOIN granted ON granted.id = documents.id
      WHERE ${READABLE}
    )`;
}

async function countReadable(actor: Actor, query: Query): Promise<number> {
  const [row] = await select<{ total: number }>(
    `${await readableOf(actor, query)} SELECT COUNT(*) AS total FROM readable`,
    { ...hitsOf(query).bind, me: actor.id },
  );
  return Number(row?.total ?? 0);
}

async function findsAny(actor: Actor, query: Query): Promise<boolean> {
  const rows = await select(`${await readableOf(actor, query)} SELECT 1 AS one FROM readable LIMIT 1`, {
    ...hitsOf(query).bind,
    me: actor.id,
  });
  return rows.length > 0;
}

/** Share entries above which walking up from each hit is cheaper than walking down from each entry. */
const ENTRIES_MANY = 200;

async function grantsFor(actor: Actor): Promise<string> {
  const [row] = await select<{ entries: number }>(
    `SELECT COUNT(*) AS entries FROM (${MY_ROWS} LIMIT ${ENTRIES_MANY + 1}) AS counted`,
    { me: actor.id },
  );
  if (Number(row?.entries ?? 0) <= ENTRIES_MANY) return GRANTED;
  const foreign = `FROM hits JOIN documents ON documents.id = hits.document_id
    WHERE documents.owner_id <> $me AND documents.archived_at IS NULL`;
  return grantedAmong(
    `SELECT documents.id ${foreign} UNION SELECT documents.parent_id ${foreign} AND documents.parent_id IS NOT NULL`,
  );
}

type PageRow = EntryRow & { plainText: string };
export type PlainHit = DocumentEntry & { plainText: string };

/** Loads a page of readable documents in the given order. */
async function entriesOf(actor: Actor, ids: string[]): Promise<PlainHit[]> {
  if (ids.length === 0) return [];
  const among = `SELECT id FROM documents WHERE id IN (${listed('ids')})`;
  const parents = `SELECT parent_id FROM documents WHERE id IN (${listed('ids')}) AND parent_id IS NOT NULL`;
  const rows = await select<PageRow>(
    `WITH RECURSIVE ${grantedAmong(`${among} UNION ${parents}`)}
     SELECT ${ENTRY_COLUMNS}, document_texts.plain_text AS "plainText",
       CASE WHEN documents.owner_id = $me THEN 'EDIT' ELSE mine.permission END AS permission,
       CASE WHEN documents.owner_id = $me OR parent.permission IN ('READ', 'EDIT') THEN documents.parent_id END
         AS "parentId"
     FROM documents ${ENTRY_JOINS}
     JOIN document_texts ON document_texts.document_id = documents.id
     LEFT JOIN granted AS mine ON mine.id = documents.id
     LEFT JOIN granted AS parent ON parent.id = documents.parent_id
     WHERE documents.id IN (${listed('ids')})
       AND documents.archived_at IS NULL AND (documents.owner_id = $me OR mine.permission IN ('READ', 'EDIT'))`,
    { me: actor.id, ids: JSON.stringify(ids) },
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .map(({ plainText, ...row }) => ({ ...toEntry(actor, row), plainText }));
}
