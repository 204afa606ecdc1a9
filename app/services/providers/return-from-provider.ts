import { type Attempt, isDenial, returnFrom } from '#app/adapters/oauth-providers.ts';
import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { log } from '#app/observability/log.ts';
import { requireProvider } from '#app/services/providers/begin-provider-sign-in.ts';
import { cleanProfile } from '#app/services/providers/clean-profile.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';

type Return = { name: string; redirectUri: string; query: URLSearchParams; attempt: Attempt };

/** Fetches the profile of a returning user. Throws `invalidProvider` if the provider refuses or sends unusable data. */
export async function returnFromProvider({ name, ...back }: Return): Promise<ProviderProfile> {
  const provider = requireProvider(name);
  try {
    return cleanProfile(await returnFrom(provider, back));
  } catch (error) {
    if (isDenial(error)) throw providerFailure('denied', provider);
    log.warn({ error, provider, event: 'provider-failed' }, `${provider} did not say who signed in`);
    throw providerFailure('failed', provider, error);
  }
}
