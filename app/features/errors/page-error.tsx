import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ProofNeeded } from '#app/features/accounts/proof-needed.tsx';
import { SessionEnded } from '#app/features/accounts/session-ended.tsx';
import { ErrorScreen } from '#app/features/errors/error-screen.tsx';
import type { ProofForm, UnsentForm } from '#app/schemas/problem.ts';

/** Replaces a page that failed: the form that came too late or needs proof, or the screen of its status. */
export function PageError() {
  const error = useRouteError();
  const asked = isRouteErrorResponse(error) && error.status === 403 ? (error.data as Partial<ProofForm>) : null;
  if (asked?.proofForm) return <ProofNeeded {...asked.proofForm} />;
  const unsent = isRouteErrorResponse(error) && error.status === 401 ? (error.data as Partial<UnsentForm>) : null;
  return unsent?.unsentForm ? (
    <SessionEnded form={unsent.unsentForm} providers={unsent.providers ?? []} />
  ) : (
    <ErrorScreen error={error} />
  );
}
