import type { SearchQuery } from '#app/schemas/documents.ts';
import type { Page } from '#app/schemas/paging.ts';
import { type Crumb, grantedAmong } from '#app/services/access/document-access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  toEntry,
} from '#app/services/access/document-entry.ts';
import { withPaths } from '#app/services/access/with-paths.ts';
import type { Actor } from '#app/services/actor.ts';
import { type FoundAttachment, findFiles } from '#app/services/search/find-attachments.ts';
import { findPage, findsAny, type Search } from '#app/services/search/find-page.ts';
import { markHits } from '#app/services/search/mark-hits.ts';
import { addNearestWords, withStems } from '#app/services/search/nearest-words.ts';
import { dayOf, type Filters, type ParsedFilters, parseFilters } from '#app/services/search/parse-filters.ts';
import { parseQuery } from '#app/services/search/parse-query.ts';
import { narrowingOf } from '#app/services/search/search-filters.ts';
import { select } from '#db/connection.ts';
import { isListed } from '#db/query.ts';

/**
 * A search result. `snippet` and `markedTitle` are escaped HTML with `<mark>` around matches. `passage` is the marked
 * text as displayed on the page, and `fragment` the text directives that lead to it; both are null if only the source
 * matches. `path` contains the visible ancestors.
 */
export type SearchHit = DocumentEntry & {
  snippet: string;
  markedTitle: string;
  passage: string | null;
  fragment: string | null;
  path: Crumb[];
  /** Files of the document that match the query. */
  attachments: FoundAttachment[];
};

/**
 * `also` contains words similar to a mistyped one that were searched too, `unclear` the filters that were not
 * understood and left out, and `words` the rest of the keyword.
 */
type SearchResult = Page<SearchHit> & { also: string[]; unclear: string[]; words: string };

/** Finds documents the actor may read, best first, in the same order on both databases. */
export async function searchDocuments(actor: Actor, input: SearchQuery): Promise<SearchResult> {
  const { page, limit } = input;
  const { search, ...read } = await searchOf(actor, input);
  if (!search) return { items: [], total: 0, page, limit, also: [], ...read };
  const { query: asked, also, ids, total } = await widened(actor, search);
  // Independent reads are under way at once, as each would wait for a thread of the database.
  const [entries, places, files] = await Promise.all([
    entriesOf(actor, ids),
    withPaths(
      actor,
      ids.map((id) => ({ id })),
    ),
    asked.include.length > 1 ? findFiles(ids, asked) : undefined,
  ]);
  const paths = new Map(places.map(({ id, path }) => [id, path]));
  const marked = await markHits(actor, entries, { query: asked, files });
  const items = marked.map((hit) => ({ ...hit, path: paths.get(hit.id) ?? [] }));
  return { items, total, page, limit, also, ...read };
}

type ReadInput = Pick<SearchResult, 'unclear' | 'words'> & { search: Search | null };

/** Parses the input; `search` is null if it contains neither words nor filters that are understood. */
async function searchOf(actor: Actor, input: SearchQuery): Promise<ReadInput> {
  const { keyword, page, limit, sort = 'relevance' } = input;
  const parsed = parseFilters(keyword);
  const { words } = parsed;
  const query = parseQuery(words);
  const narrowing = await narrowingOf(actor, withFields(parsed, input));
  const read = { words, unclear: [...new Set([...parsed.unclear, ...narrowing.unclear])] };
  if (query.include.length === 0 && narrowing.conditions.length === 0) return { ...read, search: null };
  return { ...read, search: { query, keyword: words, page, limit, sort, narrowing } };
}

/** Maximum number of hits counted by branch, latest change first. */
const COUNTED_MAX = 500;
const BRANCHES_MAX = 12;

/** Number of hits in a branch; the crumb is its topmost visible document. */
export type BranchCount = Crumb & { count: number };

/** Counts the hits by visible branch, largest first. Empty for fewer than two branches. */
export async function countByBranch(actor: Actor, input: SearchQuery): Promise<BranchCount[]> {
  const { search } = await searchOf(actor, { ...input, page: 1, limit: COUNTED_MAX, sort: 'updatedAt' });
  if (!search) return [];
  const { ids } = await widened(actor, search);
  const hits = await withPaths(
    actor,
    ids.map((id) => ({ id })),
  );
  const branches = new Map<string, BranchCount>();
  for (const [top] of hits.map(({ path }) => path)) {
    if (top) branches.set(top.id, { ...top, count: (branches.get(top.id)?.count ?? 0) + 1 });
  }
  if (branches.size < 2) return [];
  return [...branches.values()].sort((one, other) => other.count - one.count).slice(0, BRANCHES_MAX);
}

/** Adds form fields to the typed filters. */
function withFields({ filters }: ParsedFilters, input: SearchQuery): Filters {
  const given = (value: string | undefined) => (value ? [value] : []);
  const day = (value: string | undefined) => given(value).filter((text) => dayOf(text) !== null);
  return {
    inside: [...filters.inside, ...given(input.in)],
    by: [...filters.by, ...given(input.by)],
    title: [...filters.title, ...given(input.title)],
    after: [...filters.after, ...day(input.after)],
    before: [...filters.before, ...day(input.before)],
    starred: filters.starred || input.starred === true,
  };
}

/** Repeats the search with more spellings while few documents are found. */
async function widened(actor: Actor, search: Search) {
  const strict = await findPage(actor, search);
  const stemmed = strict.total === 0 ? withStems(search.query) : null;
  if (stemmed) {
    const found = await findPage(actor, { ...search, query: stemmed });
    if (found.total > 0) return { ...found, query: stemmed, also: [] };
  }
  const wider = await addNearestWords(search.query, strict.total, (query) => findsAny(actor, { ...search, query }));
  if (!wider) return { ...strict, query: search.query, also: [] };
  return { ...(await findPage(actor, { ...search, query: wider.query })), ...wider };
}

type PageRow = EntryRow & { plainText: string };
export type PlainHit = DocumentEntry & { plainText: string };

/** Loads a page of readable documents in the given order. */
async function entriesOf(actor: Actor, ids: string[]): Promise<PlainHit[]> {
  if (ids.length === 0) return [];
  const among = `SELECT id FROM documents WHERE ${isListed('id', 'ids')}`;
  const parents = `SELECT parent_id FROM documents WHERE ${isListed('id', 'ids')} AND parent_id IS NOT NULL`;
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
     WHERE ${isListed('documents.id', 'ids')}
       AND documents.archived_at IS NULL AND (documents.owner_id = $me OR mine.permission IN ('READ', 'EDIT'))`,
    { me: actor.id, ids: JSON.stringify(ids) },
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .map(({ plainText, ...row }) => ({ ...toEntry(actor, row), plainText }));
}
