import { useEffect, useState } from 'react';
import { RequestError, request } from '#app/browser/request.ts';

type Listed = { id: string; title: string; icon: string | null; path: { title: string }[] };
/** `path` contains the titles of the ancestors. */
export type FoundDocument = Omit<Listed, 'path'> & { path: string; snippet: string };
type Answer = { items: (Listed & { snippet?: string })[] };

const TITLES = 6;
const HITS = 6;
const REST_MS = 120;

export type Found = { typed: string; documents: FoundDocument[]; hasFailed: boolean };

/** Finds documents for the typed text, best first. Without text, returns the most recently changed. */
export function useFoundDocuments(typed: string): Found | null {
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
  }, [typed]);
  return found;
}

async function find(typed: string, signal: AbortSignal): Promise<FoundDocument[]> {
  const keyword = typed === '' ? '' : `&keyword=${encodeURIComponent(typed)}`;
  const ask = (path: string) => request<Answer>('GET', path, { signal, quiet: true });
  const [byTitle, byText] = await Promise.all([
    ask(`/api/documents?path=true&sort=updatedAt&order=desc&limit=${TITLES}${keyword}`),
    keyword ? ask(`/api/search?limit=${HITS}${keyword}`) : { items: [] },
  ]);
  const snippets = new Map(byText.items.map(({ id, snippet = '' }) => [id, snippet]));
  // Search ranks titles first; the list adds titles with the typed letters inside a word.
  const all = [...byText.items, ...byTitle.items.filter(({ id }) => !snippets.has(id))];
  return all.map(({ id, title, icon, path }) => ({
    id,
    title,
    icon,
    path: path.map((above) => above.title).join(' / '),
    snippet: snippets.get(id) ?? '',
  }));
}
