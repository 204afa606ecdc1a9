import { isRouteErrorResponse } from 'react-router';

type Reporting = typeof import('#app/browser/error-reporting.ts');

let reporting: Promise<Reporting> | null = null;

/** The part that reports, where a service is configured: without one not a byte of it is loaded. */
function loadReporting(): Promise<Reporting> | null {
  const dsn = window.ENV?.SENTRY_DSN;
  if (!dsn) return null;
  reporting ??= import('#app/browser/error-reporting.ts').then((loaded) => {
    loaded.startReporting(dsn);
    return loaded;
  });
  return reporting;
}

/** Begins to report what nobody catches; what goes wrong until the part that does so is there is kept for it. */
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

/** A fault of a page. Outcomes are none, and what failed on the server is reported there. */
export async function reportFault(error: unknown, componentStack: string | null = null): Promise<void> {
  const isTheServers = error instanceof Error && error.message === 'Unexpected Server Error';
  if (isRouteErrorResponse(error) || isTheServers) return;
  // The fault itself stands on the console; that it cannot be reported must not become another.
  const loaded = await loadReporting()?.catch(() => null);
  loaded?.sendFault(error, componentStack);
}

/** Sends what someone wrote about the fault they met. */
export async function sendNote(note: { message: string; email: string }): Promise<void> {
  await loadReporting();
  const { sendFeedback } = await import('#app/browser/error-reporting.ts');
  sendFeedback(note);
}
