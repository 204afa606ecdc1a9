import { Outlet, useLocation, useRouteLoaderData } from 'react-router';
import { PageError } from '#app/features/errors/page-error.tsx';
import { useLivePage } from '#app/features/shell/use-live-page.ts';
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
  if (!loaderData) return <Outlet />;
  const isTreePage = pathname === '/' && new URLSearchParams(search).has('tree');
  return (
    <div className={isTreePage ? 'frame tree-page' : 'frame'}>
      <Sidebar />
      <Outlet />
    </div>
  );
}

/**
 * Renders an error page with tree and root data (language, theme, csrf value), which a boundary at the root would not
 * have.
 */
export function ErrorBoundary() {
  if (!useRouteLoaderData('routes/main/frame')) return <PageError />;
  return (
    <div className="frame">
      <Sidebar />
      <PageError />
    </div>
  );
}
