import type { EntryContext } from 'react-router';
import { basePath, outward } from '#app/address/base-path.ts';

/**
 * Returns the context with which React Router renders a page below the path of APP_URL: its links, forms and
 * useLocation then behave as in the browser, which reads `basename` from the page. The router of the server itself
 * knows no path, as the path was removed from the request.
 */
export function entryBelowPath(entry: EntryContext): EntryContext {
  if (basePath() === '') return entry;
  // With a slash at its end, also the start page and its data have addresses below the path.
  const basename = `${basePath()}/`;
  const { location } = entry.staticHandlerContext;
  const handoff = { ...JSON.parse(entry.serverHandoffString!), basename };
  return {
    ...entry,
    serverHandoffString: JSON.stringify(handoff).replaceAll('<', '\\u003c'),
    staticHandlerContext: {
      ...entry.staticHandlerContext,
      basename,
      location: { ...location, pathname: outward(location.pathname) },
    },
  };
}
