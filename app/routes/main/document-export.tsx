import { create as contentDisposition } from 'content-disposition';
import type { TFunction } from 'i18next';
import { config } from '#app/config.server.ts';
import { alertTitles } from '#app/http/documents/localized-body.ts';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { getLanguage, getTexts } from '#app/i18n/server/language-middleware.ts';
import { exportQuery } from '#app/schemas/transfer.ts';
import { exportDocument, type SiteTexts } from '#app/services/transfer/export/export-document.ts';
import type { Route } from './+types/document-export';

/** The response is the download itself. Only errors are rendered as a page, in the shared frame. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, params, request, url }, next) => {
    if (request.method === 'POST') return next();
    const actor = requireActor(context, url);
    const { format } = exportQuery.parse(Object.fromEntries(url.searchParams));
    const t = getTexts(context);
    const origin = config().appUrl ?? url.origin;
    const id = requireIdOfPage(params.docId);
    const { name, type, body } = await orErrorPage(
      exportDocument(actor, {
        id,
        format,
        lng: getLanguage(context),
        origin,
        texts: siteTexts(t),
        alertTitles: alertTitles(t),
      }),
    );
    const headers = { 'Content-Type': type, 'Content-Disposition': contentDisposition(name) };
    if (request.method !== 'HEAD') return new Response(body, { headers });
    if (body instanceof ReadableStream) await body.cancel();
    return new Response(null, { headers });
  },
];

const siteTexts = (t: TFunction): SiteTexts => ({
  search: t('transfer.site.search'),
  contents: t('transfer.site.contents'),
  noResults: t('transfer.site.noResults'),
  inside: t('transfer.site.inside'),
});

/** Middleware runs only on routes with a loader. */
export const loader = () => null;

export default function DocumentExport() {
  return null;
}
