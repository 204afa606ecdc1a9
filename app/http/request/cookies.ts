import { parseCookie, stringifySetCookie } from 'cookie';
import { createContext, type MiddlewareFunction } from 'react-router';
import { config } from '#app/config.server.ts';

type Options = { maxAge?: number; httpOnly?: boolean; prefixed?: boolean };
type Cookies = {
  get: (name: string) => string | undefined;
  /** `maxAge` in seconds; without it the cookie lasts until the browser closes. */
  set: (name: string, value: string, options?: Options) => void;
  clear: (name: string, options?: Options) => void;
};

export const cookiesContext = createContext<Cookies>();
export const YEAR_SECONDS = 365 * 24 * 3600;

/** Parses the request's cookies, and adds changed ones to the response, each name once. */
export const cookiesMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const received = parseCookie(request.headers.get('Cookie') ?? '');
  const toSet = new Map<string, string>();
  const write = (name: string, value: string, options: Options) => {
    toSet.set(name, serialize(name, value, options));
  };
  context.set(cookiesContext, {
    get: (name) => received[name],
    set: (name, value, options = {}) => {
      received[name] = value;
      write(name, value, options);
    },
    clear: (name, options = {}) => {
      if (received[name] === undefined) return;
      delete received[name];
      write(name, '', { ...options, maxAge: 0 });
    },
  });
  const response = await next();
  for (const cookie of toSet.values()) response.headers.append('Set-Cookie', cookie);
  return response;
};

const isHttps = () => config().appUrl?.startsWith('https:') ?? false;

/** Returns the name of an Arbor cookie; over https its prefix restricts it to this host, and below a path to https. */
export function ownCookie(name: string): string {
  if (!isHttps()) return name;
  // Browsers accept `__Host-` for the root of a host only.
  return `${config().basePath === '' ? '__Host-' : '__Secure-'}${name}`;
}

function serialize(name: string, value: string, { maxAge, httpOnly = true }: Options): string {
  const lifetime = maxAge === undefined ? {} : { maxAge };
  const path = config().basePath || '/';
  return stringifySetCookie({ name, value, path, sameSite: 'lax', secure: isHttps(), httpOnly, ...lifetime });
}
