import { createContext, type RouterContextProvider } from 'react-router';
import { askerOf } from '#app/http/request/asker-cookies.ts';

/** Who is at the other end of the connection, as limits count it; set by the server process. */
export const clientAddressContext = createContext<string>('');

/** The device that asks, for the list of sessions and for what is counted. */
export function clientOf(request: Request, context: Readonly<RouterContextProvider>) {
  const address = context.get(clientAddressContext);
  return { userAgent: request.headers.get('User-Agent'), address, asker: askerOf(context) };
}

/** An IPv6 customer has a whole /64 to choose from: it counts as one address. */
export function countedAddress(ip: string | undefined): string {
  if (!ip) return '';
  const v4 = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!v4.includes(':')) return v4;
  const [head = '', tail] = v4.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const filled = [...groups, ...Array(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest];
  return `${filled.slice(0, 4).join(':').toLowerCase()}::/64`;
}
