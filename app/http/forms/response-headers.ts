import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';

const retryAfterContext = createContext<number | null>(null);

/** Says in the header of a page's answer how long to wait, as the API does. */
export function setRetryAfter(context: Readonly<RouterContextProvider>, seconds: number): void {
  context.set(retryAfterContext, seconds);
}

/** Pages and data are made for one person: no cache keeps them. */
export const answerHeadersMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  const seconds = context.get(retryAfterContext);
  if (seconds) response.headers.set('Retry-After', String(seconds));
  return response;
};
