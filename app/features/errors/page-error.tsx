import { isRouteErrorResponse, useRouteError } from 'react-router';
import { SessionEnded } from '#app/features/accounts/session-ended.tsx';
import { ErrorScreen } from '#app/features/errors/error-screen.tsx';
import type { UnsentForm } from '#app/schemas/problem.ts';

/** What stands in place of a page that failed: the form that came too late, or the screen of its status. */
export function PageError() {
  const error = useRouteError();
  const unsent =
    isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)
      ? (error.data as Partial<UnsentForm>)
      : null;
  return unsent?.unsentForm ? (
    <SessionEnded form={unsent.unsentForm} providers={unsent.providers ?? []} />
  ) : (
    <ErrorScreen error={error} />
  );
}
