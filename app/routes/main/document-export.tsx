import { create as contentDisposition } from 'content-disposition';
import { z } from 'zod';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { exportQuery } from '#app/schemas/transfer.ts';
import { exportDocument } from '#app/services/transfer/export-document.ts';
import type { Route } from './+types/document-export';

/** The download is the whole response; only errors are a page, in the shared frame. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, params, request, url }) => {
    const actor = requireActor(context, url);
    const { format } = exportQuery.parse(Object.fromEntries(url.searchParams));
    const origin = config().appUrl ?? url.origin;
    const download = z.cuid().safeParse(params.docId).success
      ? exportDocument(actor, { id: params.docId, format, lng: getLanguage(context), origin })
      : Promise.reject(new AppError('documentNotFound'));
    const { name, type, body } = await orErrorPage(download);
    const headers = { 'Content-Type': type, 'Content-Disposition': contentDisposition(name) };
    if (request.method !== 'HEAD') return new Response(body, { headers });
    if (typeof body !== 'string') await body.cancel();
    return new Response(null, { headers });
  },
];

/** Middleware runs only on routes with a loader. */
export const loader = () => null;

export default function DocumentExport() {
  return null;
}
