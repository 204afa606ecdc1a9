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
import type { Page } from '#app/services/documents/list-documents.ts';
import { hitsOf } from '#app/services/search/document-index.ts';
import { makeSnippets } from '#app/services/search/make-snippet.ts';
import { parseQuery, type Query } from '#app/services/search/tokenize.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { select } from '#db/connection.ts';

/** `snippet` and `markedTitle` are escaped HTML with `<mark>` around matches. */
export type SearchHit = DocumentEntry & { snippet: string; markedTitle: string };

type HitRow = EntryRow & { plainText: string };

const READABLE = `documents.archived_at IS NULL
  AND (documents.owner_id = $me OR granted.permission IN ('READ', 'EDIT'))`;

/** Sorts title matches first, then by latest change: an order both databases share. */
export async function searchDocuments(actor: Actor, { keyword, page, limit }: SearchQuery): Promise<Page<SearchHit>> {
  const query = parseQuery(keyword);
  if (query.include.length === 0) return { items: [], total: 0, page, limit };
  const hits = hitsOf(query);
  const bind = { me: actor.id, ...hits.bind };
  const found = `WITH RECURSIVE hits AS (${hits.sql}), ${await grantsFor(actor)}, readable AS (
      SELECT documents.id, hits.in_title, documents.updated_at, granted.permission
      FROM hits JOIN documents ON documents.id = hits.document_id LEFT JOIN granted ON granted.id = documents.id
      WHERE ${READABLE}
    )`;
  const rows = await select<HitRow>(
    `${found}, page AS (
       SELECT * FROM readable ORDER BY in_title DESC, updated_at DESC, id LIMIT ${limit} OFFSET ${(page - 1) * limit}
     )
     SELECT ${ENTRY_COLUMNS}, document_texts.plain_text AS "plainText",
       CASE WHEN documents.owner_id = $me THEN 'EDIT' ELSE page.permission END AS permission,
       CASE WHEN documents.owner_id = $me OR parent.permission IN ('READ', 'EDIT') THEN documents.parent_id END
         AS "parentId"
     FROM page JOIN documents ON documents.id = page.id ${ENTRY_JOINS}
     JOIN document_texts ON document_texts.document_id = documents.id
     LEFT JOIN granted AS parent ON parent.id = documents.parent_id
     ORDER BY page.in_title DESC, page.updated_at DESC, page.id`,
    bind,
  );
  const [count] = await select<{ total: number }>(`${found} SELECT COUNT(*) AS total FROM readable`, bind);
  const marked = await mark(actor, rows, query);
  const items = rows.map(({ plainText: _, ...row }, nth) => ({ ...toEntry(actor, row), ...marked[nth]! }));
  return { items, total: Number(count?.total ?? 0), page, limit };
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

/** Texts of up to this many UTF-16 units in total are marked within 10 ms. */
const SHORT = 64 * 1024;
/** UTF-16 units shown of texts that exceed the marking budget. */
const BEGINNING = 1000;

async function mark(actor: Actor, rows: HitRow[], query: Query) {
  const found = rows.map(({ plainText, title }) => ({ plainText, title }));
  const units = found.reduce((sum, { plainText }) => sum + plainText.length, 0);
  if (units <= SHORT) return makeSnippets(found, query);
  return orFallback(runInThread(actor.id, 'makeSnippets', found, query), () =>
    makeSnippets(
      found.map(({ plainText, title }) => ({ plainText: plainText.slice(0, BEGINNING), title })),
      query,
    ),
  );
}
