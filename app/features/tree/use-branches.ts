import { useMemo } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { OpenBranches } from '#app/services/documents/open-branches.ts';
import type { SavedSearchEntry } from '#app/services/search/saved-searches.ts';

type FrameData = { branches: string; currentId: string | null; searches: SavedSearchEntry[] } | null | undefined;
const NONE: SavedSearchEntry[] = [];
const NOTHING: OpenBranches = { own: [], shared: [] };

/** Returns the tree loaded by the page's layout, sent as one JSON string (see `app/http/page-state/tree-state.ts`). */
export function useBranches() {
  const frame = useRouteLoaderData('routes/main/frame') as FrameData;
  const text = frame?.branches;
  const branches = useMemo(() => (text ? (JSON.parse(text) as OpenBranches) : NOTHING), [text]);
  return { branches, currentId: frame?.currentId ?? null, searches: frame?.searches ?? NONE };
}
