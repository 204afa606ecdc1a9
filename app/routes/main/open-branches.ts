import { rememberBranches } from '#app/http/page-state/tree-state.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import type { Route } from './+types/open-branches';

/** Handles `?open=a.b&close=c` from a script. Changes only the reader's tree cookie. */
export function loader({ context, url }: Route.LoaderArgs): Response {
  requireActor(context, url);
  rememberBranches(context, url.searchParams);
  return new Response(null, { status: 204 });
}
