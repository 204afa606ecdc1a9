import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { outward } from '#app/address/base-path.ts';

const KEY = 'arbor-going';

type Going = { from: string; to: string };

/**
 * If the next page's code cannot load (a tab older than an update, a network failure), the router reloads the current
 * page. Remembers the target and then loads it as a full page.
 */
export function NavigationFallback() {
  const { state, location: next } = useNavigation();
  const to = state === 'loading' ? next.pathname + next.search + next.hash : null;
  useEffect(() => {
    const { from, to } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Going>;
    sessionStorage.removeItem(KEY);
    if (to && from === location.href) location.assign(outward(to));
  }, []);
  useEffect(() => {
    if (to === null) return;
    sessionStorage.setItem(KEY, JSON.stringify({ from: location.href, to } satisfies Going));
    return () => sessionStorage.removeItem(KEY);
  }, [to]);
  return null;
}
