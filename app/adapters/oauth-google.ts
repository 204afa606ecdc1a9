import type { OAuth2Tokens } from 'arctic';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { GoogleStrategy } from 'remix-auth-google';
import { z } from 'zod';
import { bearer, fetchJson, PROVIDER_TIMEOUT_MS, type ProviderProfile } from '#app/adapters/oauth-request.ts';
import type { ProviderClient } from '#app/config.server.ts';

type Settings = ProviderClient & { baseUrl: string };

const endpointUrl = z.url({ protocol: /^https?$/ });
const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: endpointUrl,
  token_endpoint: endpointUrl,
  userinfo_endpoint: endpointUrl,
  jwks_uri: endpointUrl,
});
export type Issuer = z.output<typeof discovered>;

const KEPT_MS = 3600 * 1000;
let known: { baseUrl: string; issuer: Issuer; until: number } | undefined;

/** Fetches the issuer's endpoints and caches them for an hour. Throws if the issuer does not respond. */
export async function discoverIssuer(baseUrl: string): Promise<Issuer> {
  if (known && known.baseUrl === baseUrl && known.until > Date.now()) return known.issuer;
  const issuer = discovered.parse(await fetchJson(`${baseUrl}/.well-known/openid-configuration`));
  known = { baseUrl, issuer, until: Date.now() + KEPT_MS };
  return issuer;
}

/** Strategy for Google or another OpenID Connect issuer, as the library hard-codes Google's endpoints. */
export class GoogleSignIn extends GoogleStrategy<ProviderProfile> {
  /** Verifier of the attempt that `authenticate` has just started. */
  codeVerifier: string | undefined;

  constructor({ clientId, clientSecret }: Settings, redirectUri: string, issuer: Issuer) {
    super({ clientId, clientSecret, redirectURI: redirectUri, scopes: ['openid', 'profile', 'email'] }, ({ tokens }) =>
      readProfile(issuer, clientId, tokens),
    );
    this.options = {
      ...this.options,
      authorizationEndpoint: issuer.authorization_endpoint,
      tokenEndpoint: issuer.token_endpoint,
      cookie: 'google',
    };
  }

  protected override createAuthorizationURL() {
    const made = super.createAuthorizationURL();
    this.codeVerifier = made.codeVerifier;
    return made;
  }
}

const claims = z.object({
  sub: z.string().min(1),
  email: z.string().nullish(),
  // Some issuers send a string.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
  name: z.string().nullish(),
  picture: z.string().nullish(),
});

async function readProfile(issuer: Issuer, clientId: string, tokens: OAuth2Tokens): Promise<ProviderProfile> {
  const said = claims.parse(await fetchJson(issuer.userinfo_endpoint, bearer(tokens.accessToken())));
  // Issuers other than Google may send the address only in the ID token.
  const { sub, email, email_verified, name, picture } = said.email ? said : await readIdToken(issuer, clientId, tokens);
  return {
    providerName: 'google',
    providerId: sub,
    verifiedEmail: email && String(email_verified) === 'true' ? email : null,
    displayName: name ?? null,
    imageUrl: picture ?? null,
  };
}

async function readIdToken(issuer: Issuer, clientId: string, tokens: OAuth2Tokens): Promise<z.output<typeof claims>> {
  const keys = createRemoteJWKSet(new URL(issuer.jwks_uri), { timeoutDuration: PROVIDER_TIMEOUT_MS });
  const { payload } = await jwtVerify(tokens.idToken(), keys, { issuer: issuer.issuer, audience: clientId });
  return claims.parse(payload);
}
