import { config } from '#app/config.server.ts';
import { type ProviderName, providerLabel } from '#app/schemas/providers.ts';

/** Returns the proper name of a provider; the organisation's issuer has that of `OIDC_NAME`. */
export const labelOfProvider = (name: ProviderName): string => providerLabel(name, config().oidc?.name);
