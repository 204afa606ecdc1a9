import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { PageBytes } from '#app/http/kept-pages/page-bytes.ts';
import type { RecordedPage } from '#app/services/kept-pages/recorded-page.ts';

/** A request whose page may be kept. */
export type Keeping = {
  reads: RecordedPage;
  nonce: string;
  /** Stores the page and returns its response. */
  keep: (bytes: PageBytes, changesAt: number) => Promise<Response>;
};

/** Set by the server process; null for a request whose page is not kept. */
export const keepingContext = createContext<Keeping | null>(null);

const changesAtContext = createContext<number>(Number.POSITIVE_INFINITY);

/** Notes the instant at which the page of this request gets other words without a change of the database. */
export function noteChangesAt(context: Readonly<RouterContextProvider>, instant: number): void {
  context.set(changesAtContext, instant);
}

/** Offers the finished page to the store. Outside all middleware that adds headers. */
export const keptPageMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const keeping = context.get(keepingContext);
  // A response with a cookie is a step of its browser, such as a toast that is shown once.
  const isPage = response.status === 200 && response.headers.get('Content-Type')?.startsWith('text/html');
  if (!keeping || !isPage || response.headers.has('Set-Cookie') || !(await keeping.reads.isRepeatable()))
    return response;
  const html = Buffer.from(await response.arrayBuffer());
  return keeping.keep(new PageBytes(html, keeping.nonce), context.get(changesAtContext));
};
