import type { CSSProperties, ReactNode } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useParams, useRouteError, useRouteLoaderData } from 'react-router';
import { PageError } from '#app/features/errors/page-error.tsx';
import { useLivePage } from '#app/features/shell/use-live-page.ts';
import { useSideLook } from '#app/features/tree/side-look.ts';
import { Sidebar } from '#app/features/tree/sidebar.tsx';
import { useTreeDrawer } from '#app/features/tree/tree-drawer.ts';
import { findOpenBranches } from '#app/http/page-state/tree-state.ts';
import { findActor } from '#app/http/session/session.ts';
import { listSavedSearches } from '#app/services/search/saved-searches.ts';
import type { Route } from './+types/frame';

/** Loads the tree beside the page. Makes no access decisions, as every page loads its own document. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = findActor(context);
  if (!actor) return null;
  const docId = (params as { docId?: string }).docId;
  const [tree, searches] = await Promise.all([
    findOpenBranches(context, actor, docId, url.searchParams),
    listSavedSearches(actor),
  ]);
  return { ...tree, searches };
}

export default function MainFrame({ loaderData }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const page = useRouteLoaderData<{ document?: { id: string; version: number } }>('routes/main/document');
  useLivePage(loaderData !== null, page?.document ?? null);
  useTreeDrawer();
  // A page of another document is a new page: fields that React does not control would keep the texts of the last one.
  const outlet = <Outlet key={Object.values(useParams()).join()} />;
  if (!loaderData) return outlet;
  const isTreePage = pathname === '/' && new URLSearchParams(search).has('tree');
  return <Frame kind={isTreePage ? ' tree-page' : ''}>{outlet}</Frame>;
}

const hasForm = (data: unknown) =>
  typeof data === 'object' && data !== null && ('proofForm' in data || 'unsentForm' in data);

/** The sidebar as wide as it was left, and the page. */
function Frame({ kind = '', children }: { kind?: string; children: ReactNode }) {
  const { isFolded, width } = useSideLook();
  return (
    <div className={`frame${kind}${isFolded ? ' folded' : ''}`} style={{ '--side': `${width}px` } as CSSProperties}>
      <Sidebar />
      {children}
    </div>
  );
}

/**
 * Renders an error page with tree and root data (language, theme, csrf value), which a boundary at the root would not
 * have. A page that may not be seen returns once it may.
 */
export function ErrorBoundary() {
  const isInFrame = Boolean(useRouteLoaderData('routes/main/frame'));
  const error = useRouteError();
  // A reload would take away the form that an answer gives back.
  const isWithheld = isRouteErrorResponse(error) && [403, 404].includes(error.status) && !hasForm(error.data);
  useLivePage(isInFrame && isWithheld, null);
  if (!isInFrame) return <PageError />;
  return (
    <Frame>
      <PageError />
    </Frame>
  );
}
