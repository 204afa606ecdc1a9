import type { RouterContextProvider } from 'react-router';
import { describedEndpoints } from '#app/http/api/description/described-endpoints.ts';
import { type OpenApiDocument, openApiDocument } from '#app/http/api/description/openapi-document.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import { getLanguage, getTexts } from '#app/i18n/server/language-middleware.ts';

/** Describes the API of this build in the request's language. */
export async function describeApi(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<OpenApiDocument> {
  // Imported lazily: the build imports the routes, and the routes this file.
  const build = await import('virtual:react-router/server-build');
  const lng = getLanguage(context);
  const known = documents.get(lng);
  const servers = [{ url: originOf(request) }];
  if (known && import.meta.env.PROD) return { ...known, servers };
  const made = openApiDocument(describedEndpoints(build), { t: getTexts(context), version: __ARBOR_VERSION__ });
  documents.set(lng, made);
  return { ...made, servers };
}

const documents = new Map<string, Omit<OpenApiDocument, 'servers'>>();
