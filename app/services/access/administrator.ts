import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';

/** Who administers: an administrator on the web, the operator at a terminal, or the daily schedule. */
export type Administration = { via: 'web'; actor: Actor } | { via: 'cli' | 'job'; actor: null };

/** Whoever can run commands on the database needs no role. */
export const OPERATOR: Administration = { via: 'cli', actor: null };
export const SCHEDULE: Administration = { via: 'job', actor: null };

/** Throws `permissionDenied` for anyone on the web who is no administrator. */
export function requireAdministrator({ actor }: Administration): void {
  if (actor && actor.role !== 'ADMIN') throw new AppError('permissionDenied');
}
