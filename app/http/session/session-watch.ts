import type { RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { log } from '#app/observability/log.ts';

/** Maximum delay until a sign-out or suspension aborts a running answer. */
const EVERY_MS = 1000;

type Context = Readonly<RouterContextProvider>;

/**
 * Runs long work with an abort signal that fires when the request is cancelled and, with `authenticationFailed`, when
 * its session or token becomes invalid.
 */
export async function whileSignedIn<T>(
  { context, signal }: { context: Context; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signedOut = new AbortController();
  const timer = setInterval(() => {
    look(context, signedOut).catch((error) => {
      // The database did not respond; the next check decides.
      log.warn(
        { error, requestId: context.get(requestIdContext), event: 'sign-in-watch' },
        'could not look at a session',
      );
    });
  }, EVERY_MS);
  try {
    return await work(AbortSignal.any([signal, signedOut.signal]));
  } catch (error) {
    throw signedOut.signal.aborted ? signedOut.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}

async function look(context: Context, signedOut: AbortController): Promise<void> {
  if (!(await context.get(sessionContext).isStillGood())) signedOut.abort(new AppError('authenticationFailed'));
}
