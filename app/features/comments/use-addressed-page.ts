import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Leads to the page of the thread or comment that the fragment names if it is not on this one: an address without a
 * query is from a time when all comments were on one page.
 */
export function useAddressedPage(isPaged: boolean): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may name another comment
  useEffect(() => {
    const [, id] = /^#(?:thread|comment)-(\w+)$/.exec(location.hash) ?? [];
    if (!isPaged || !id || location.search || document.getElementById(location.hash.slice(1))) return;
    location.replace(`?at=${id}${location.hash}`);
  }, [isPaged, key]);
}
