import { originOf } from '#app/http/request/request-origin.ts';

/**
 * Returns true if a person follows a link on a page of this installation, in the browser or by its scripts. False for
 * links on other sites, prefetching, and pictures. Browsers omit `Sec-Fetch-*` on plain HTTP; there `Referer` and
 * `Accept` decide.
 */
export function isFollowedLink(request: Request): boolean {
  const header = (name: string) => request.headers.get(name);
  if (/prefetch|prerender|preview/i.test(`${header('Sec-Purpose')} ${header('Purpose')} ${header('X-Moz')}`))
    return false;
  const site = header('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin' && ['document', 'empty'].includes(header('Sec-Fetch-Dest') ?? '');
  const referer = URL.parse(header('Referer') ?? '');
  const isOwn = referer !== null && referer.host === new URL(originOf(request)).host;
  return isOwn && /^(?:text\/html|\*\/\*)/.test(header('Accept') ?? '');
}
