import { z } from 'zod';
import type { ErrorName } from '#app/errors.ts';
import { PROVIDERS } from '#app/schemas/choices.ts';
import { storableText } from '#app/schemas/text.ts';

export type ProviderName = (typeof PROVIDERS)[number];

export const isProvider = (name: unknown): name is ProviderName => PROVIDERS.some((known) => known === name);

/** Why a social sign-in came to nothing, and the error of the catalogue it is. Each has a text of its own. */
export const FAILURES = {
  /** No such provider, or not switched on. */
  unknown: 'invalidProvider',
  /** The person said no at the provider. */
  denied: 'invalidProvider',
  /** The provider is down, slow, or answers nonsense. */
  failed: 'invalidProvider',
  /** Not begun in this browser, too long ago, or ended before. */
  stale: 'invalidProvider',
  /** The provider vouches for no address. */
  unverified: 'accountError',
  /** Suspended or deleted. */
  inactive: 'accountError',
  /** Signs in to another account already. */
  taken: 'accountError',
  /** This account has another one of the same provider. */
  occupied: 'accountError',
  closed: 'permissionDenied',
  uninvited: 'permissionDenied',
} as const satisfies Record<string, ErrorName>;
export type FailureReason = keyof typeof FAILURES;

export const isFailure = (reason: unknown): reason is FailureReason =>
  typeof reason === 'string' && Object.hasOwn(FAILURES, reason);

/** What a failed sign-in is told with; `provider` is null when nobody knows which it was. */
export type ProviderFailure = { reason: FailureReason; provider: ProviderName | null };

/** Names nobody knows are 1006 and no 422, so any text is let through. */
export const providerChoice = z.object({ provider: storableText().max(100).default('') });
