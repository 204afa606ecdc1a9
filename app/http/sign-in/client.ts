import type { RouterContextProvider } from 'react-router';
import { clientAddressContext } from '#app/http/request/client-address.ts';
import { requesterOf } from '#app/http/request/requester-cookies.ts';

/** Returns the client's device, for the session list and rate limits. */
export function clientOf(request: Request, context: Readonly<RouterContextProvider>) {
  const address = context.get(clientAddressContext);
  return { userAgent: request.headers.get('User-Agent'), address, asker: requesterOf(context) };
}
