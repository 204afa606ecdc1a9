import { redirect } from 'react-router';
import { needsProof } from '#app/http/session/proof.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { exportAccount } from '#app/services/transfer/export/export-account.ts';
import type { Route } from './+types/export';

/** Streams a zip of all own documents while creating it. */
export async function loader({ context, url, request }: Route.LoaderArgs): Promise<Response> {
  const actor = requireActor(context, url);
  if (await needsProof(context, actor)) throw redirect(`/settings?prove=${encodeURIComponent(url.pathname)}`);
  const name = `arbor-${new Date().toISOString().slice(0, 10)}.zip`;
  const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${name}"` };
  return new Response(request.method === 'HEAD' ? null : await exportAccount(actor), { headers });
}
