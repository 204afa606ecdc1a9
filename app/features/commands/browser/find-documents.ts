import { useCallback, useEffect, useState } from 'react';
import { RequestError, request } from '#app/browser/request.ts';

type Listed = { id: string; title: string; icon: string | null; path: { id: string; title: string }[] };
/** `path` contains the titles of the ancestors. */
export type FoundDocument = Omit<Listed, 'path'> & { path: string; snippet: string };
type Answer = { items: (Listed & { permission: 'EDIT' | 'READ'; snippet?: string })[] };

const TITLES = 6;
const HITS = 6;
/** More than are shown, as some are left out. */
const TARGETS = 50;
const REST_MS = 120;

export type Found = { typed: string; documents: FoundDocument[]; hasFailed: boolean };

type Find = (typed: string, signal: AbortSignal) => Promise<FoundDocument[]>;

/** Finds documents for the typed text, best first. Without text, returns the most recently changed. */
export const useFoundDocuments = (typed: string) => useFound(typed, find);

/** Finds documents into which the user may move a document, by title. */
export function useMoveTargets(typed: string, movedId: string): Found | null {
  return useFound(
    typed,
    useCallback((text: string, signal: AbortSignal) => findTargets(text, movedId, signal), [movedId]),
  );
}

function useFound(typed: string, find: Find): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const documents = await find(typed.trim(), ended.signal);
          setFound({ typed, documents, hasFailed: false });
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          if (!ended.signal.aborted) setFound({ typed, documents: [], hasFailed: true });
        }
      },
      typed.trim() === '' ? 0 : REST_MS,
    );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [typed, find]);
  return found;
}

async function ask(path: string, typed: string, signal: AbortSignal): Promise<Answer> {
  const keyword = typed === '' ? '' : `&keyword=${encodeURIComponent(typed)}`;
  return request<Answer>('GET', `${path}${keyword}`, { signal, quiet: true });
}

const askTitles = (limit: number, typed: string, signal: AbortSignal) =>
  ask(`/api/documents?path=true&sort=updatedAt&order=desc&limit=${limit}`, typed, signal);

async function find(typed: string, signal: AbortSignal): Promise<FoundDocument[]> {
  const [byTitle, byText] = await Promise.all([
    askTitles(TITLES, typed, signal),
    typed ? ask(`/api/search?limit=${HITS}`, typed, signal) : { items: [] },
  ]);
  const snippets = new Map(byText.items.map(({ id, snippet = '' }) => [id, snippet]));
  // Search ranks titles first; the list adds titles with the typed letters inside a word.
  const all = [...byText.items, ...byTitle.items.filter(({ id }) => !snippets.has(id))];
  return all.map((each) => toFound(each, snippets.get(each.id)));
}

async function findTargets(typed: string, movedId: string, signal: AbortSignal): Promise<FoundDocument[]> {
  const { items } = await askTitles(TARGETS, typed, signal);
  return items
    .filter(
      ({ id, permission, path }) => permission === 'EDIT' && ![id, ...path.map((above) => above.id)].includes(movedId),
    )
    .map((each) => toFound(each));
}

const toFound = ({ id, title, icon, path }: Listed, snippet = ''): FoundDocument => ({
  id,
  title,
  icon,
  path: path.map((above) => above.title).join(' / '),
  snippet,
});
