import { offsetOf } from '#app/schemas/paging.ts';
import type { SEARCH_SORTS } from '#app/schemas/search-sorts.ts';
import { documentsOf } from '#app/services/access/document-access.ts';
import { grantsFor, READABLE } from '#app/services/access/readable-documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { titleKey } from '#app/services/documents/document-text.ts';
import { hitsOf } from '#app/services/search/index-hits.ts';
import { type Found, rankHits } from '#app/services/search/rank-hits.ts';
import type { Narrowing } from '#app/services/search/search-filters.ts';
import type { Query } from '#app/services/search/tokenize.ts';
import { selectLong } from '#db/connection.ts';

/** Number of best candidates by title and time that are ranked by their words. Others keep that order. */
const RANKED = 80;

type Sort = (typeof SEARCH_SORTS)[number];
/** `keyword` is the typed text without filters. */
export type Search = {
  query: Query;
  keyword: string;
  page: number;
  limit: number;
  sort: Sort;
  narrowing: Narrowing;
};

const ORDERS: Record<Sort, (table: string) => string> = {
  relevance: (table) =>
    `CASE WHEN ${table}.title_key = $exactly THEN 1 ELSE 0 END DESC, ${table}.in_title DESC, ${table}.updated_at DESC`,
  updatedAt: (table) => `${table}.updated_at DESC`,
  createdAt: (table) => `${table}.created_at DESC`,
  title: (table) => `${table}.title_key`,
};
const orderOf = (table: string, sort: Sort) => `${ORDERS[sort](table)}, ${table}.id`;

type FoundRow = Omit<Found, 'inTitle'> & { inTitle: number; total: number };

/** Finds one page of the matching readable documents, and their total. */
export async function findPage(actor: Actor, search: Search): Promise<{ ids: string[]; total: number }> {
  const { query, keyword, page, limit, sort } = search;
  const from = offsetOf({ page, limit });
  const isRanked = sort === 'relevance' && query.include.length > 0 && from < RANKED;
  const rows = await selectLong<FoundRow>(
    `${await readableOf(actor, search)}
     SELECT readable.id, readable.title, readable.in_title AS "inTitle", readable.updated_at AS "updatedAt",
       reader_states.opened_at AS "openedAt", readable.total
     FROM (
       SELECT readable.*, COUNT(*) OVER () AS total FROM readable
       ORDER BY ${orderOf('readable', sort)}
       LIMIT ${isRanked ? Math.max(RANKED, from + limit) : limit} OFFSET ${isRanked ? 0 : from}
     ) AS readable
     LEFT JOIN reader_states ON reader_states.document_id = readable.id AND reader_states.user_id = $me
     ORDER BY ${orderOf('readable', sort)}`,
    { ...bindOf(actor, search), ...(sort === 'relevance' ? { exactly: titleKey(keyword.trim()) } : {}) },
  );
  if (rows.length === 0) return { ids: [], total: page === 1 ? 0 : await countReadable(actor, search) };
  const total = Number(rows[0]!.total);
  const found = rows.map(({ inTitle, ...row }) => ({ ...row, inTitle: Number(inTitle) === 1 }));
  if (!isRanked) return { ids: found.map(({ id }) => id), total };
  const best = found.length > 1 ? await rankHits(found.slice(0, RANKED), query, keyword) : found.map(({ id }) => id);
  const rest = found.slice(RANKED).map(({ id }) => id);
  return { ids: [...best, ...rest].slice(from, from + limit), total };
}

/** SQL: the readable documents that match, as the table `readable`. */
async function readableOf(actor: Actor, { query, narrowing }: Search): Promise<string> {
  const { tables, conditions } = narrowing;
  const narrowed = tables.map((table) => `${table}, `).join('');
  return `WITH RECURSIVE hits AS (${hitsOf(query).sql}), ${await grantsFor(actor, documentsOf('hits', 'hits.document_id'))}, ${narrowed}readable AS (
      SELECT documents.id, documents.title, documents.title_key, hits.in_title, documents.updated_at,
        documents.created_at
      FROM ${documentsOf('hits', 'hits.document_id')} LEFT JOIN granted ON granted.id = documents.id
      WHERE ${[READABLE, ...conditions].join(' AND ')}
    )`;
}

const bindOf = (actor: Actor, { query, narrowing }: Search) => ({
  ...hitsOf(query).bind,
  ...narrowing.bind,
  me: actor.id,
});

async function countReadable(actor: Actor, search: Search): Promise<number> {
  const sql = `${await readableOf(actor, search)} SELECT COUNT(*) AS total FROM readable`;
  const [row] = await selectLong<{ total: number }>(sql, bindOf(actor, search));
  return Number(row?.total ?? 0);
}

/** Returns true if the actor would find anything. */
export async function findsAny(actor: Actor, search: Search): Promise<boolean> {
  const sql = `${await readableOf(actor, search)} SELECT 1 AS one FROM readable LIMIT 1`;
  return (await selectLong(sql, bindOf(actor, search))).length > 0;
}
