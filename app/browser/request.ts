import { inward, outward } from '#app/address/base-path.ts';
import { logOut } from '#app/browser/auth-state.ts';
import { type Envelope, type Exchange, exchange } from '#app/browser/envelope.ts';
import { RequestError } from '#app/browser/request-error.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';
import { addToast } from '#app/ui/toasts.ts';
import { hasUnsentWork } from '#app/ui/unsent-work.ts';

export { RequestError } from '#app/browser/request-error.ts';

const TIMEOUT_MS = 60_000;
/** Calls that create or end sessions: their 401 is final, not an expired session. */
const NEVER_REFRESHED = /^\/api\/auth\/(?:login|logout|refresh|register)$/;

export type Options = {
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** True to show no toast, if the caller reports the error. */
  quiet?: boolean;
  /** Replaces how the request is sent. */
  exchange?: Exchange;
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Dependencies of the calls, replaced in tests. */
type Surroundings = {
  /** Base of the paths; empty for the page's own origin. */
  origin: string;
  cookies: () => string;
  /** Shows a toast for a missing or unusable response. */
  tell: (error: RequestError) => void;
  /**
   * Called when the session cannot be refreshed: signs out and opens the sign-in page. Returns true if the page stays.
   */
  leave: (logOutCall: () => Promise<unknown>) => Promise<boolean>;
};

/** Returns the value that header or field must repeat; empty until the first response has set the cookie. */
export function xsrfToken(cookies: string = document.cookie): string {
  return decodeURIComponent(/(?:^|; )XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1] ?? '');
}

/** Returns the XSRF header, which proves that a call comes from our own page (specification §7). */
export function xsrfHeader(cookies: string = document.cookie): Record<string, string> {
  const token = xsrfToken(cookies);
  return token ? { 'X-XSRF-TOKEN': token } : {};
}

export function createRequest({ origin, cookies, tell, leave }: Surroundings) {
  let refreshing: Promise<void> | null = null;
  let refreshes = 0;

  async function send<T>(method: Method, path: string, options: Options): Promise<T> {
    const { body, signal, exchange: how = exchange } = options;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
    try {
      const init: RequestInit = {
        method,
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          ...(method === 'GET' ? {} : xsrfHeader(cookies())),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      };
      const { status, envelope } = await how(origin + outward(path), init, body);
      return readEnvelope<T>(status, envelope);
    } catch (cause) {
      if (cause instanceof RequestError) throw cause;
      const failure = signal?.aborted ? 'canceled' : timeout.signal.aborted ? 'timeout' : 'network';
      throw new RequestError(`${method} ${path}: ${failure}`, { failure, cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Single-flight: calls that got a 401 share one refresh. If it is refused, signs out and leaves the page once,
   * however many calls follow; a page that stays tries again. Without a usable response nobody is signed out.
   */
  function refresh(): Promise<void> {
    refreshing ??= send('POST', '/api/auth/refresh', {}).then(
      () => {
        refreshes += 1;
        refreshing = null;
      },
      async (error: RequestError) => {
        const stays = !isRefusal(error) || (await leave(() => send('POST', '/api/auth/logout', {})));
        if (stays) refreshing = null;
        throw error;
      },
    );
    return refreshing;
  }

  async function sendAndRefresh<T>(method: Method, path: string, options: Options): Promise<T> {
    const refreshesBefore = refreshes;
    try {
      return await send<T>(method, path, options);
    } catch (error) {
      if ((error as RequestError).status !== 401 || NEVER_REFRESHED.test(path)) throw error;
    }
    // Another call's 401 may already have refreshed the session.
    if (refreshes === refreshesBefore) await refresh();
    return send<T>(method, path, options);
  }

  return async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
    try {
      return await sendAndRefresh<T>(method, path, options);
    } catch (error) {
      const { failure } = error as RequestError;
      if (failure !== 'answer' && failure !== 'canceled' && !options.quiet) tell(error as RequestError);
      throw error;
    }
  };
}

/**
 * Returns false for overload and failures of server, proxy and network, which are temporary: the user stays signed in.
 */
function isRefusal({ failure, status }: RequestError): boolean {
  return failure === 'answer' && status !== 429;
}

/** Success requires both 2xx and statusCode 0 (specification §7). */
function readEnvelope<T>(status: number, envelope: Envelope | null): T {
  if (!envelope) throw new RequestError(`HTTP ${status} without an envelope`, { failure: 'badAnswer', status });
  const { statusCode, message: said, errors, data } = envelope;
  if (status >= 200 && status < 300 && statusCode === 0) return data as T;
  const failure = status >= 500 || statusCode === 0 ? 'badAnswer' : 'answer';
  throw new RequestError(said ?? `HTTP ${status}`, { failure, status, statusCode, errors, data, said });
}

function tellInToast({ failure, said }: RequestError): void {
  const t = pageTexts();
  const kind = failure as 'network' | 'timeout' | 'badAnswer';
  addToast({
    title: t(`request.${kind}.title`),
    description: said ?? t(`request.${kind}.text`),
    variant: 'destructive',
  });
}

let isToldToSend = false;

/**
 * Stays on a page with unsent text, which another page would drop: once sent, the server keeps it, and its form comes
 * back filled after signing in.
 */
async function leaveForSignIn(logOutCall: () => Promise<unknown>): Promise<boolean> {
  if (hasUnsentWork()) {
    const t = pageTexts();
    const texts = { title: t('request.signedOut.title'), description: t('request.signedOut.text') };
    if (!isToldToSend) addToast({ ...texts, variant: 'destructive' });
    isToldToSend = true;
    return true;
  }
  await logOut(logOutCall);
  const { pathname, search } = location;
  location.assign(outward(`/login?redirectTo=${encodeURIComponent(inward(pathname) + search)}`));
  return false;
}

/**
 * Calls the API and returns the envelope's `data`, with cookies, JSON, XSRF header and a timeout of 60 s. Retries once
 * after a 401 and a refresh. Throws RequestError. Without a usable response it shows a toast, unless the call is
 * `quiet` or cancelled.
 */
export const request = createRequest({
  origin: '',
  cookies: () => document.cookie,
  tell: tellInToast,
  leave: leaveForSignIn,
});
