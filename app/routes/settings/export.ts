import { redirect } from 'react-router';
import { needsProof } from '#app/http/session/proof.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { termsFirstContext } from '#app/http/session/terms-gate.ts';
import { exportAccount } from '#app/services/transfer/export/export-account.ts';
import type { Route } from './+types/export';

/** Streams a zip of all own documents while creating it. */
export async function loader({ context, url, request }: Route.LoaderArgs): Promise<Response> {
  const actor = requireActor(context, url);
  const page = context.get(termsFirstContext) ? '/terms' : '/settings';
  if (await needsProof(context, actor)) throw redirect(`${page}?prove=${encodeURIComponent(url.pathname)}`);
  const name = `arbor-${new Date().toISOString().slice(0, 10)}.zip`;
  const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${name}"` };
  return new Response(request.method === 'HEAD' ? null : await exportAccount(actor), { headers });
}
