import { logOut } from '#app/browser/auth-state.ts';
import { RequestError } from '#app/browser/request-error.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';
import { addToast } from '#app/ui/toasts.ts';

export { RequestError } from '#app/browser/request-error.ts';

const TIMEOUT_MS = 60_000;
/** They make or end sessions: a 401 of theirs is an answer, not a session that lapsed. */
const NEVER_REFRESHED = /^\/api\/auth\/(?:login|logout|refresh|register)$/;

export type Options = {
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The caller says itself what went wrong: no toast. */
  quiet?: boolean;
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is around the calls; a test gives its own. */
type Surroundings = {
  /** Where paths lead; empty for the page's own origin. */
  origin: string;
  cookies: () => string;
  /** Says once, in a toast, that there was no usable answer. */
  tell: (error: RequestError) => void;
  /** The session cannot be refreshed: out, and to where one signs in. */
  leave: (logOutCall: () => Promise<unknown>) => Promise<void>;
};

/** Proof that a call comes from our own page (specification §7), as a header; none before the first answer set it. */
export function xsrfHeader(cookies: string = document.cookie): Record<string, string> {
  const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1];
  return token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {};
}

export function createRequest({ origin, cookies, tell, leave }: Surroundings) {
  let refreshing: Promise<void> | null = null;
  let refreshes = 0;

  async function send<T>(method: Method, path: string, { body, signal }: Options): Promise<T> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(origin + path, {
        method,
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          ...(method === 'GET' ? {} : xsrfHeader(cookies())),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      });
      return readEnvelope<T>(response.status, await response.text());
    } catch (cause) {
      if (cause instanceof RequestError) throw cause;
      const failure = signal?.aborted ? 'canceled' : timeout.signal.aborted ? 'timeout' : 'network';
      throw new RequestError(`${method} ${path}: ${failure}`, { failure, cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * One for all calls that met a 401 together. Refused: signs out and leaves, once, whatever the page still sends while
   * it goes; without an answer nobody is signed out.
   */
  function refresh(): Promise<void> {
    refreshing ??= send('POST', '/api/auth/refresh', {}).then(
      () => {
        refreshes += 1;
        refreshing = null;
      },
      async (error: RequestError) => {
        if (isRefusal(error)) await leave(() => send('POST', '/api/auth/logout', {}));
        else refreshing = null;
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
    // Another call's 401 may have led to a new session while this one was on its way.
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

/** Overload and a network that is gone pass; whoever is signed in stays so. */
function isRefusal({ status }: RequestError): boolean {
  return status > 0 && status !== 429 && status !== 503;
}

type Envelope = { statusCode: number; message?: string; errors?: Record<string, string[]>; data?: unknown };

/** Success is 2xx and statusCode 0, both (specification §7). */
function readEnvelope<T>(status: number, text: string): T {
  const envelope = parse(text);
  if (!envelope) throw new RequestError(`HTTP ${status} without an envelope`, { failure: 'badAnswer', status });
  const { statusCode, message: said, errors, data } = envelope;
  if (status >= 200 && status < 300 && statusCode === 0) return data as T;
  const failure = status >= 500 || statusCode === 0 ? 'badAnswer' : 'answer';
  throw new RequestError(said ?? `HTTP ${status}`, { failure, status, statusCode, errors, data, said });
}

function parse(text: string): Envelope | null {
  try {
    const value = JSON.parse(text);
    return typeof value?.statusCode === 'number' ? value : null;
  } catch {
    // A page of a proxy, half an answer: no envelope, and the caller is told so.
    return null;
  }
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

async function leaveForSignIn(logOutCall: () => Promise<unknown>): Promise<void> {
  await logOut(logOutCall);
  const { pathname, search } = location;
  location.assign(`/login?redirectTo=${encodeURIComponent(pathname + search)}`);
}

/**
 * Calls the API and returns `data` of its envelope: cookies, JSON, XSRF header, 60 s. A 401 is answered with one refresh
 * and one retry. Throws RequestError; without a usable answer a toast says so, unless the call is `quiet` or cancelled.
 */
export const request = createRequest({
  origin: '',
  cookies: () => document.cookie,
  tell: tellInToast,
  leave: leaveForSignIn,
});
