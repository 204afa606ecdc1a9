import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';

const retryAfterContext = createContext<number | null>(null);

/** Sets Retry-After on a page's response, as the API does. */
export function setRetryAfter(context: Readonly<RouterContextProvider>, seconds: number): void {
  context.set(retryAfterContext, seconds);
}

/** Responses are personal, so no cache may store them. */
export const answerHeadersMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  const seconds = context.get(retryAfterContext);
  if (seconds) response.headers.set('Retry-After', String(seconds));
  return response;
};
