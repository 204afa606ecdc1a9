import type { SignedIn } from '#tests/bench/account.ts';
import type { Levels } from '#tests/bench/fill.ts';
import type { Call, Target } from '#tests/bench/measure.ts';
import { CHINESE_TERMS, ENGLISH_TERMS, markdownOf } from '#tests/bench/texts.ts';

export type Key =
  | 'document'
  | 'first-view'
  | 'tree'
  | 'list'
  | 'children'
  | 'search'
  | 'search-zh'
  | 'save'
  | 'landing'
  | 'public';
export type Operation = { key: Key; name: string; target: Target };

const DOCUMENTS_READ = 60;
const TEXTS = 60;

/** The most frequent operations, as requests of a signed-in account (except the landing page). */
export function operations(origin: string, { headers }: SignedIn, levels: Levels, publicPath: string): Operation[] {
  const all = levels.flat();
  const some = all.filter((_, index) => index % Math.ceil(all.length / DOCUMENTS_READ) === 0);
  const parents = levels[2]!.slice(0, DOCUMENTS_READ);
  const get = (calls: string[]): Target => ({ origin, headers, calls: calls.map((path) => ({ path })) });
  const search = (terms: string[]) => get(terms.map((term) => `/api/search?keyword=${encodeURIComponent(term)}`));
  const savingHeaders = { ...headers, 'Content-Type': 'application/json' };
  return [
    { key: 'document', name: 'document page again, signed in', target: get(some.map((id) => `/doc/${id}`)) },
    { key: 'first-view', name: 'document page, first view', target: { origin, headers, calls: firstViews(some) } },
    { key: 'tree', name: 'tree JSON', target: get(['/api/documents/tree']) },
    { key: 'list', name: 'list JSON', target: get(['/api/documents']) },
    { key: 'children', name: 'children JSON', target: get(parents.map((id) => `/api/documents/tree?parentId=${id}`)) },
    { key: 'search', name: 'search, two English words', target: search(ENGLISH_TERMS) },
    { key: 'search-zh', name: 'search, Chinese', target: search(CHINESE_TERMS) },
    { key: 'save', name: 'save (PATCH content)', target: { origin, headers: savingHeaders, calls: saves(all) } },
    { key: 'landing', name: 'landing page, signed out', target: { origin, headers: {}, calls: [{ path: '/' }] } },
    { key: 'public', name: 'public link page', target: { origin, headers: {}, calls: [{ path: publicPath }] } },
  ];
}

/** Returns views of documents in rotation. A page is kept under its query, so each of these is made anew. */
function firstViews(ids: string[]): () => Call {
  let views = 0;
  return () => {
    views += 1;
    return { method: 'GET', path: `/doc/${ids[views % ids.length]}?view=${views}` };
  };
}

/** Returns saves of documents in rotation, each time with a new text. */
function saves(ids: string[]): () => Call {
  const texts = Array.from({ length: TEXTS }, (_, index) => markdownOf(2_000_000 + index));
  let saved = 0;
  return () => {
    saved += 1;
    const content = `Save number ${saved}.\n\n${texts[saved % TEXTS]}`;
    return {
      method: 'PATCH',
      path: `/api/documents/${ids[(saved * 7) % ids.length]}`,
      body: JSON.stringify({ content }),
    };
  };
}
