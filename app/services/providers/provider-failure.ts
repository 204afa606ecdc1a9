import { AppError } from '#app/errors.ts';
import { FAILURES, type FailureReason, type ProviderFailure, type ProviderName } from '#app/schemas/providers.ts';

/** A social sign-in that came to nothing; its `data` says why, so that the page finds the right words. */
export function providerFailure(reason: FailureReason, provider: ProviderName | null, cause?: unknown): AppError {
  const data: ProviderFailure = { reason, provider };
  return new AppError(FAILURES[reason], { data, cause });
}
