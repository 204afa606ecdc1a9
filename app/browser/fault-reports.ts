import { isRouteErrorResponse } from 'react-router';
import { isLostConnection } from '#app/ui/lost-connection.ts';
import { isServerFault } from '#app/ui/server-fault.ts';

type Reporting = typeof import('#app/browser/error-reporting.ts');

let reporting: Promise<Reporting> | null = null;

/** Loads the reporting code. Returns null without loading if no service is configured. */
function loadReporting(): Promise<Reporting> | null {
  const dsn = window.ENV?.SENTRY_DSN;
  if (!dsn) return null;
  reporting ??= import('#app/browser/error-reporting.ts').then((loaded) => {
    loaded.startReporting(dsn);
    return loaded;
  });
  return reporting;
}

/** Starts reporting uncaught errors; buffers errors until the reporting code has loaded. */
export async function startFaultReports(): Promise<void> {
  const loading = loadReporting();
  if (!loading) return;
  const early: unknown[] = [];
  const onError = ({ error }: ErrorEvent) => early.push(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => early.push(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  try {
    const { sendFault } = await loading;
    for (const error of early) sendFault(error, null);
  } catch (error) {
    console.warn('Faults are not reported:', error);
  } finally {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  }
}

/** Reports a fault of a page. Ignores expected responses, lost connections and faults that the server reports itself. */
export async function reportFault(error: unknown, componentStack: string | null = null): Promise<void> {
  if (isRouteErrorResponse(error) || isLostConnection(error) || isServerFault(error)) return;
  // The fault is already on the console; a failed report must not raise another.
  const loaded = await loadReporting()?.catch(() => null);
  loaded?.sendFault(error, componentStack);
}

/** Sends a user's note about a fault. */
export async function sendNote(note: { message: string; email: string }): Promise<void> {
  await loadReporting();
  const { sendFeedback } = await import('#app/browser/error-reporting.ts');
  sendFeedback(note);
}
