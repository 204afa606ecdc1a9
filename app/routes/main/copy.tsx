import { data, redirect } from 'react-router';
import { CopyPage } from '#app/features/document/copy-page.tsx';
import { isDataRequest } from '#app/http/request/safe-redirect.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { loadChains } from '#app/services/access/document-access.ts';
import { copyProgress } from '#app/services/documents/start-copy.ts';
import type { Route } from './+types/copy';

const REFRESH_SECONDS = 3;

/** Shows how far a long copy is; leads to the copy once it is finished. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const { copyId } = params;
  const progress = await copyProgress(actor, copyId);
  if (progress) return data(progress, { headers: isDataRequest(request) ? {} : { Refresh: `${REFRESH_SECONDS}` } });
  const isThere = (await loadChains(actor, [copyId])).tryFind(copyId) !== null;
  return isThere ? redirect(`/doc/${copyId}`) : data(null, { status: 404 });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function CopyRoute({ loaderData }: Route.ComponentProps) {
  return <CopyPage progress={loaderData} />;
}
