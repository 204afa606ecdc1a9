import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ProofNeeded } from '#app/features/accounts/proof-needed.tsx';
import { SessionEnded } from '#app/features/accounts/session-ended.tsx';
import { ErrorScreen } from '#app/features/errors/error-screen.tsx';
import { unsentView } from '#app/features/errors/unsent-view.ts';
import type { ProofForm, UnsentForm } from '#app/schemas/problem.ts';

/**
 * Renders the route error: the saved form, the form that needs proof, or the screen of the status with what was typed
 * on the page that it replaces.
 */
export function PageError() {
  const error = useRouteError();
  const isAboutForm = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  const { proofForm, unsentForm, providers, hasFiles } = isAboutForm
    ? (error.data as Partial<ProofForm & UnsentForm>)
    : {};
  if (proofForm) return <ProofNeeded {...proofForm} />;
  if (unsentForm) return <SessionEnded form={unsentForm} hasFiles={hasFiles === true} providers={providers ?? []} />;
  const Unsent = unsentView();
  return <ErrorScreen error={error} unsent={Unsent ? <Unsent /> : null} />;
}
