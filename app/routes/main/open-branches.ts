import { rememberBranches } from '#app/http/page-state/tree-state.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import type { Route } from './+types/open-branches';

/** `?open=a.b&close=c`: a script opened or closed branches; only the reader's tree cookie changes. */
export function loader({ context, url }: Route.LoaderArgs): Response {
  requireActor(context, url);
  rememberBranches(context, url.searchParams);
  return new Response(null, { status: 204 });
}
