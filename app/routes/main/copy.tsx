import { data, redirect } from 'react-router';
import { CopyPage } from '#app/features/document/copy-page.tsx';
import { requireActor } from '#app/http/session/require-actor.ts';
import { loadChains } from '#app/services/access/document-access.ts';
import { copyProgress } from '#app/services/documents/start-copy.ts';
import type { Route } from './+types/copy';

/** Shows the progress of a long copy. Redirects to the copy once it is finished. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const { copyId } = params;
  const progress = await copyProgress(actor, copyId);
  if (progress) return progress;
  const isThere = (await loadChains(actor, [copyId])).tryFind(copyId) !== null;
  return isThere ? redirect(`/doc/${copyId}`) : data(null, { status: 404 });
}

export default function CopyRoute({ loaderData }: Route.ComponentProps) {
  return <CopyPage progress={loaderData} />;
}
