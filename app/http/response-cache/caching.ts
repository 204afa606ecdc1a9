import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import type { RecordedResponse } from '#app/services/response-cache/recorded-response.ts';

/** A request whose response may be cached. */
export type Caching = {
  reads: RecordedResponse;
  isPage: boolean;
  /** Stores the answer and returns its response. */
  keep: (body: Buffer, changesAt: number) => Promise<Response>;
};

/** Set by the server process; null for a request whose response is not cached. */
export const cachingContext = createContext<Caching | null>(null);

const changesAtContext = createContext<number>(Number.POSITIVE_INFINITY);

/** Notes the instant at which the page of this request gets other words without a change of the database. */
export function noteChangesAt(context: Readonly<RouterContextProvider>, instant: number): void {
  context.set(changesAtContext, instant);
}

const bodyContext = createContext<Buffer | null>(null);

/** Passes a page's body to the store directly, as the response's stream would copy it several times. */
export function takeBody(context: Readonly<RouterContextProvider>, body: Buffer): boolean {
  if (!context.get(cachingContext)?.isPage) return false;
  context.set(bodyContext, body);
  return true;
}

/** Offers the finished answer to the store. Outside all middleware that adds headers. */
export const responseCacheMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const caching = context.get(cachingContext);
  if (!caching) return response;
  const body = caching.isPage ? context.get(bodyContext) : Buffer.from(await response.arrayBuffer());
  if (!body) return response;
  // A response with a cookie is a step of its browser, such as a toast that is shown once.
  const isWhole = response.status === 200 && !response.headers.has('Set-Cookie');
  if (isWhole && caching.reads.isRepeatable) return caching.keep(body, context.get(changesAtContext));
  return new Response(body as Uint8Array<ArrayBuffer>, response);
};
