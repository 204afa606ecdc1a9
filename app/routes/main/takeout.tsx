import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { openTakeout } from '#app/services/takeouts/open-takeout.ts';
import type { Route } from './+types/takeout';

/** The response is the download itself. Only errors are rendered as a page, in the shared frame. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, params, request, url }) => {
    const actor = requireActor(context, url);
    const { name, read } = await orErrorPage(openTakeout(actor, params.takeoutId));
    const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': contentDisposition(name) };
    if (request.method === 'HEAD') return new Response(null, { headers });
    return new Response(Readable.toWeb(await read()) as ReadableStream<Uint8Array>, { headers });
  },
];

/** Middleware runs only on routes with a loader. */
export const loader = () => null;

export default function Takeout() {
  return null;
}
