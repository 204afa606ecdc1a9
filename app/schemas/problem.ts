import type { SubmissionResult } from '@conform-to/dom';
import { z } from 'zod';
import type { ErrorName } from '#app/errors.ts';
import type { ProviderName } from '#app/schemas/providers.ts';

/** Why the page comes back: what to say where, and every entered value but passwords and codes. */
export type Problem = {
  intent: string;
  result: SubmissionResult<string[]>;
  error: ErrorName;
  data: unknown;
};
/** A form whose session had ended: the sign-in form carries it along (contract §6, "Nothing typed is lost"). */
export type UnsentForm = {
  unsentForm: { path: string; fields: Record<string, string> };
  /** Other ways to sign in than the password that is asked for. */
  providers: readonly ProviderName[];
};

/** A way to prove again who acts (contract §10); `provider` is signing in there once more. */
export type WayToProve = 'password' | 'totp' | 'provider';

/** A form whose act needs proof again: it comes back with a field for it. */
export type ProofForm = {
  proofForm: {
    path: string;
    fields: Record<string, string>;
    ways: WayToProve[];
    /** Why the proof that was given is none. */
    problem: string | null;
    providers: readonly ProviderName[];
  };
};

const unsentShape = z.object({ path: z.string(), fields: z.record(z.string(), z.string()) });

/** The form that a sign-in form carried along; null for none, or one that is not ours. */
export function unsentForm(text: string | undefined): UnsentForm['unsentForm'] | null {
  if (!text) return null;
  try {
    return unsentShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not written by our form: there is nothing to give back.
    return null;
  }
}
