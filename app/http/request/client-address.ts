import { createContext } from 'react-router';

/** Client address in the form used by rate limits. Set by the server process. */
export const clientAddressContext = createContext<string>('');

/** Normalizes an address for counting. An IPv6 customer controls a whole /64, so that counts as one address. */
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
