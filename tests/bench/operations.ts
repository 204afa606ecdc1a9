import type { SignedIn } from '#tests/bench/account.ts';
import type { Levels } from '#tests/bench/fill.ts';
import type { Target } from '#tests/bench/measure.ts';
import { CHINESE_TERMS, ENGLISH_TERMS } from '#tests/bench/texts.ts';

export type Key =
  | 'document'
  | 'document-json'
  | 'first-view'
  | 'tree'
  | 'list'
  | 'children'
  | 'search'
  | 'search-zh'
  | 'search-frequent'
  | 'save'
  | 'home'
  | 'history'
  | 'landing'
  | 'public';
export type Operation = { key: Key; name: string; target: Target };

const DOCUMENTS_READ = 60;
/** The most frequent English word of the texts; it occurs in every one. */
export const FREQUENT_WORD = 'the';

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
    {
      key: 'first-view',
      name: 'document page, first view',
      target: { origin, headers, calls: { views: some.map((id) => `/doc/${id}`) } },
    },
    { key: 'document-json', name: 'document JSON again', target: get(some.map((id) => `/api/documents/${id}`)) },
    { key: 'tree', name: 'tree JSON again', target: get(['/api/documents/tree']) },
    { key: 'list', name: 'list JSON again', target: get(['/api/documents']) },
    {
      key: 'children',
      name: 'children JSON again',
      target: get(parents.map((id) => `/api/documents/tree?parentId=${id}`)),
    },
    { key: 'search', name: 'search, two English words', target: search(ENGLISH_TERMS) },
    { key: 'search-zh', name: 'search, Chinese', target: search(CHINESE_TERMS) },
    { key: 'search-frequent', name: 'search, the most frequent word', target: search([FREQUENT_WORD]) },
    { key: 'save', name: 'save (PATCH content)', target: { origin, headers: savingHeaders, calls: { saves: all } } },
    { key: 'home', name: 'home page', target: get(['/']) },
    { key: 'history', name: 'history page', target: get(some.map((id) => `/doc/${id}/history`)) },
    { key: 'landing', name: 'landing page, signed out', target: { origin, headers: {}, calls: [{ path: '/' }] } },
    { key: 'public', name: 'public link page', target: { origin, headers: {}, calls: [{ path: publicPath }] } },
  ];
}
