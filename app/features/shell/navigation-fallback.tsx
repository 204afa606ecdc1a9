import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { outward } from '#app/address/base-path.ts';

const KEY = 'arbor-going';

type Going = { from: string; to: string };

/**
 * If the next page's code cannot load (a tab older than an update, a network failure), the router reloads the current
 * page. Remembers the target and then loads it as a full page. Reads the router's own state: `useNavigation` is
 * rendered at low priority, and on a slow machine the reload comes first.
 */
export function NavigationFallback() {
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    const { from, to } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Going>;
    sessionStorage.removeItem(KEY);
    if (to && from === location.href) location.assign(outward(to));
  }, []);
  useEffect(() => {
    const remember = () => {
      const { state, location: next } = router!.state.navigation;
      if (state !== 'loading') return;
      const going: Going = { from: location.href, to: next.pathname + next.search + next.hash };
      sessionStorage.setItem(KEY, JSON.stringify(going));
    };
    addEventListener('pagehide', remember);
    return () => removeEventListener('pagehide', remember);
  }, [router]);
  return null;
}
