import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import type { RecordedPage } from '#app/services/kept-pages/recorded-page.ts';

/** A request whose page may be kept. */
export type Keeping = {
  reads: RecordedPage;
  /** Stores the page and returns its response. */
  keep: (html: Buffer, changesAt: number) => Promise<Response>;
};

/** Set by the server process; null for a request whose page is not kept. */
export const keepingContext = createContext<Keeping | null>(null);

const changesAtContext = createContext<number>(Number.POSITIVE_INFINITY);

/** Notes the instant at which the page of this request gets other words without a change of the database. */
export function noteChangesAt(context: Readonly<RouterContextProvider>, instant: number): void {
  context.set(changesAtContext, instant);
}

const bodyContext = createContext<Buffer | null>(null);

/** Takes the body of a page that may be kept past the response, whose stream would copy it several times. */
export function takeBody(context: Readonly<RouterContextProvider>, body: Buffer): boolean {
  if (!context.get(keepingContext)) return false;
  context.set(bodyContext, body);
  return true;
}

/** Offers the finished page to the store. Outside all middleware that adds headers. */
export const keptPageMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const keeping = context.get(keepingContext);
  const html = context.get(bodyContext);
  if (!keeping || !html) return response;
  // A response with a cookie is a step of its browser, such as a toast that is shown once.
  const isWhole = response.status === 200 && !response.headers.has('Set-Cookie');
  if (isWhole && keeping.reads.isRepeatable) return keeping.keep(html, context.get(changesAtContext));
  return new Response(html as Uint8Array<ArrayBuffer>, response);
};
