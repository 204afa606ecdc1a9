import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ProofNeeded } from '#app/features/accounts/proof-needed.tsx';
import { SessionEnded } from '#app/features/accounts/session-ended.tsx';
import { ErrorScreen } from '#app/features/errors/error-screen.tsx';
import type { ProofForm, UnsentForm } from '#app/schemas/problem.ts';

/** Replaces a page that failed: the form that came too late or needs proof, or the screen of its status. */
export function PageError() {
  const error = useRouteError();
  const isAboutForm = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  const { proofForm, unsentForm, providers } = isAboutForm ? (error.data as Partial<ProofForm & UnsentForm>) : {};
  if (proofForm) return <ProofNeeded {...proofForm} />;
  return unsentForm ? <SessionEnded form={unsentForm} providers={providers ?? []} /> : <ErrorScreen error={error} />;
}
