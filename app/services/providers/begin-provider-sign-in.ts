import {
  type Authorization,
  beginAuthorization,
  configuredProviders,
  providerOrigins,
} from '#app/adapters/oauth-providers.ts';
import { log } from '#app/observability/log.ts';
import type { ProviderName } from '#app/schemas/providers.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';

/** Lists the providers to show as buttons. */
export const listProviders: () => ProviderName[] = configuredProviders;
/** Lists the origins of the Content-Security-Policy's `form-action`, besides our own. */
export const listProviderOrigins = providerOrigins;

/** Returns the configured provider of that name. Throws `invalidProvider`. */
export function requireProvider(name: string): ProviderName {
  const provider = configuredProviders().find((configured) => configured === name);
  if (!provider) throw providerFailure('unknown', null);
  return provider;
}

/** Begins a social sign-in. Throws `invalidProvider` if the provider is not configured or does not answer. */
export async function beginProviderSignIn(
  name: string,
  redirectUri: string,
): Promise<Authorization & { name: ProviderName }> {
  const provider = requireProvider(name);
  try {
    return { name: provider, ...(await beginAuthorization(provider, redirectUri)) };
  } catch (error) {
    log.warn({ error, provider, event: 'provider-failed' }, `${provider} could not be reached`);
    throw providerFailure('failed', provider, error);
  }
}
