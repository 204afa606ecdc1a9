import { useEffect } from 'react';
import { useNavigation } from 'react-router';

const KEY = 'arbor-going';

type Going = { from: string; to: string };

/**
 * The router loads the page one is on again when the code of the next page cannot be had: in a tab older than an update,
 * or where the network fails half-way. Where one was going is remembered, and then loaded as a whole page.
 */
export function ArriveAnyway() {
  const { state, location: next } = useNavigation();
  const to = state === 'loading' ? next.pathname + next.search + next.hash : null;
  useEffect(() => {
    const { from, to } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Going>;
    sessionStorage.removeItem(KEY);
    if (to && from === location.href) location.assign(to);
  }, []);
  useEffect(() => {
    if (to === null) return;
    sessionStorage.setItem(KEY, JSON.stringify({ from: location.href, to } satisfies Going));
    return () => sessionStorage.removeItem(KEY);
  }, [to]);
  return null;
}
