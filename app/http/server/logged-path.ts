/** Query parameters whose values may be logged. */
const OPEN = new Set('page limit sort order month filter lng theme format scope'.split(' '));
const KEPT_MAX = 40;
/** Paths whose next segment is a secret. */
const KEYED = /^\/(s|unsubscribe|unwatch|pictures)\/[^/]+/;

/**
 * Returns a request's path for logs: without secrets in the path, and with values only of harmless query parameters.
 */
export function loggedPath(url: string): string {
  const [path = '', query] = url.replace(/#.*$/s, '').split('?', 2);
  const masked = path.replace(KEYED, '/$1/…').replace(/[\w.~-]{32,}/g, '…');
  return query ? `${masked}?${loggedQuery(query)}` : masked;
}

function loggedQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    const isOpen = OPEN.has(name) && /^[\w.-]*$/.test(value) && value.length <= KEPT_MAX;
    return `${/^[a-zA-Z]{1,20}$/.test(name) ? name : '…'}=${isOpen ? value : '…'}`;
  });
  return pairs.join('&');
}
