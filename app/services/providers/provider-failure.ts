import { AppError } from '#app/errors.ts';
import { FAILURES, type FailureReason, type ProviderFailure, type ProviderName } from '#app/schemas/providers.ts';

/** Creates the error of a failed social sign-in. `data` contains the reason for the page's message. */
export function providerFailure(reason: FailureReason, provider: ProviderName | null, cause?: unknown): AppError {
  const data: ProviderFailure = { reason, provider };
  return new AppError(FAILURES[reason], { data, cause });
}
