import { z } from 'zod';

/** First segments of our own paths. A base path that begins with one would make addresses ambiguous. */
export const OWN_PLACES = [
  ...[
    '.well-known',
    'admin',
    'api',
    'archive',
    'ask',
    'assets',
    'auth',
    'auth-callback',
    'branding',
    'copies',
    'covers',
  ],
  ...['dev', 'doc', 'emoji', 'fonts-licence.txt', 'forgot-password', 'groups', 'healthz', 'help', 'icon.svg', 'icons'],
  ...['icons.svg', 'import', 'inbox', 'link-account', 'livez', 'locales', 'login', 'logout', 'mcp', 'metrics', 'oauth'],
  ...['open-branches', 'people', 'pictures', 'preferences', 'readyz', 'register', 'reset-password', 's', 'search'],
  ...['second-factor', 'settings', 'shared', 'starred', 'takeouts', 'templates', 'terms', 'test-sentry', 'unsubscribe'],
  ...['unwatch', 'verify'],
];

const PATH = /^(?:\/[A-Za-z0-9][\w.~-]*)*\/?$/;

const isAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  const isWhole = url.origin + url.pathname === text.replace(/\/?$/, url.pathname.endsWith('/') ? '/' : '');
  return isWhole && PATH.test(url.pathname) && !OWN_PLACES.includes(url.pathname.split('/')[1]!);
};

/** `APP_URL`: an origin, or an address below one, without a slash at its end. */
export const appAddress = z
  .string()
  .refine(
    isAddress,
    "an address such as https://notes.example.com or https://example.com/notes, whose path is none of Arbor's own",
  )
  .transform((text) => new URL(text).href.replace(/\/$/, ''));
