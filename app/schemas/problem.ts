import type { SubmissionResult } from '@conform-to/dom';
import { z } from 'zod';
import type { ErrorName } from '#app/errors.ts';
import type { ProviderName } from '#app/schemas/providers.ts';

/** Form errors by field, with all entered values except passwords and codes. */
export type Problem = {
  intent: string;
  result: SubmissionResult<string[]>;
  error: ErrorName;
  data: unknown;
};
/** A form posted after its session had ended. The sign-in form contains it (contract §6, "Nothing typed is lost"). */
export type UnsentForm = {
  unsentForm: { path: string; fields: Record<string, string> };
  /** True for a form with files, which cannot be kept. */
  hasFiles: boolean;
  /** Alternatives to signing in with the password. */
  providers: readonly ProviderName[];
};

/** Error of a request that failed because of the database; a posted form is returned. */
export type Unavailable = { error: ErrorName; isDiskFull: boolean; unsentForm: UnsentForm['unsentForm'] | null };

/** A proof of identity (contract §10); `provider` means signing in there again. */
export type ProofMethod = 'password' | 'totp' | 'provider';

/** Why the given proof failed; `field` is null if that is about neither field. */
export type ProofProblem = { field: 'password' | 'code' | null; text: string };

/** A form that requires proof, returned with a proof field. */
export type ProofForm = {
  proofForm: {
    path: string;
    fields: Record<string, string>;
    ways: ProofMethod[];
    /** Null if no proof was given yet. */
    problem: ProofProblem | null;
    /** Fields that lead back from a provider to this form. */
    provider: Record<string, string>;
    providers: readonly ProviderName[];
  };
};

const unsentShape = z.object({ path: z.string(), fields: z.record(z.string(), z.string()) });

/** Parses the posted form in a sign-in form; null if absent or invalid. */
export function unsentForm(text: string | undefined): UnsentForm['unsentForm'] | null {
  if (!text) return null;
  try {
    return unsentShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not written by our form, so there is nothing to restore.
    return null;
  }
}
