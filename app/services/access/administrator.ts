import { AppError } from '#app/errors.ts';
import { mayAdminister } from '#app/policies/administration-policy.ts';
import type { Actor } from '#app/services/actor.ts';

/** Origin of an administrative act: an administrator on the web, the operator at a terminal, or the daily schedule. */
export type Administration = { via: 'web'; actor: Actor } | { via: 'cli' | 'job'; actor: null };

/** Returns the origin of an administrator's act in the browser or over the API. */
export const viaWeb = (actor: Actor): Administration => ({ via: 'web', actor });

/** The operator can run database commands and needs no role. */
export const OPERATOR: Administration = { via: 'cli', actor: null };
export const SCHEDULE: Administration = { via: 'job', actor: null };

/** Throws `permissionDenied` for a web actor who is not an administrator. */
export function requireAdministrator({ actor }: Administration): void {
  if (!mayAdminister('administer', { actor })) throw new AppError('permissionDenied');
}
