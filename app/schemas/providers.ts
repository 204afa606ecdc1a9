import type { ErrorName } from '#app/errors.ts';

/** `oidc` is the organisation's own issuer. */
export const PROVIDERS = ['github', 'google', 'oidc'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * Returns the proper name of a provider, the same in every language. `organisation` is the name of the organisation's
 * issuer, if one is configured.
 */
export const providerLabel = (name: ProviderName, organisation: string | null | undefined): string =>
  ({ github: 'GitHub', google: 'Google', oidc: organisation ?? 'SSO' })[name];

export const isProvider = (name: unknown): name is ProviderName => PROVIDERS.some((known) => known === name);

/** Errors by reason of a failed social sign-in. Each reason has its own text. */
export const FAILURES = {
  /** The provider is unknown or not configured. */
  unknown: 'invalidProvider',
  /** The user declined at the provider. */
  denied: 'invalidProvider',
  /** The provider is down, slow, or sends an invalid response. */
  failed: 'invalidProvider',
  /** The attempt was not started in this browser, has expired, or is already completed. */
  stale: 'invalidProvider',
  /** The provider has not verified the address. */
  unverified: 'accountError',
  /** The account is suspended or deleted. */
  inactive: 'accountError',
  /** The identity is linked to another account. */
  taken: 'accountError',
  /** The account is linked to another identity of this provider. */
  occupied: 'accountError',
  closed: 'permissionDenied',
  uninvited: 'permissionDenied',
  /** The address is not in a domain of `REGISTRATION_DOMAINS` and was not invited. */
  otherDomain: 'permissionDenied',
} as const satisfies Record<string, ErrorName>;
export type FailureReason = keyof typeof FAILURES;

export const isFailure = (reason: unknown): reason is FailureReason =>
  typeof reason === 'string' && Object.hasOwn(FAILURES, reason);

/** Details of a failed sign-in; `provider` is null if unknown. */
export type ProviderFailure = { reason: FailureReason; provider: ProviderName | null };
