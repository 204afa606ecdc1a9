import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import type { RecordedAnswer } from '#app/services/kept-answers/recorded-answer.ts';

/** A request whose answer may be kept. */
export type Keeping = {
  reads: RecordedAnswer;
  isPage: boolean;
  /** Stores the answer and returns its response. */
  keep: (body: Buffer, changesAt: number) => Promise<Response>;
};

/** Set by the server process; null for a request whose answer is not kept. */
export const keepingContext = createContext<Keeping | null>(null);

const changesAtContext = createContext<number>(Number.POSITIVE_INFINITY);

/** Notes the instant at which the page of this request gets other words without a change of the database. */
export function noteChangesAt(context: Readonly<RouterContextProvider>, instant: number): void {
  context.set(changesAtContext, instant);
}

const bodyContext = createContext<Buffer | null>(null);

/** Passes a page's body to the store directly, as the response's stream would copy it several times. */
export function takeBody(context: Readonly<RouterContextProvider>, body: Buffer): boolean {
  if (!context.get(keepingContext)?.isPage) return false;
  context.set(bodyContext, body);
  return true;
}

/** Offers the finished answer to the store. Outside all middleware that adds headers. */
export const keptAnswerMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const keeping = context.get(keepingContext);
  if (!keeping) return response;
  const body = keeping.isPage ? context.get(bodyContext) : Buffer.from(await response.arrayBuffer());
  if (!body) return response;
  // A response with a cookie is a step of its browser, such as a toast that is shown once.
  const isWhole = response.status === 200 && !response.headers.has('Set-Cookie');
  if (isWhole && keeping.reads.isRepeatable) return keeping.keep(body, context.get(changesAtContext));
  return new Response(body as Uint8Array<ArrayBuffer>, response);
};
