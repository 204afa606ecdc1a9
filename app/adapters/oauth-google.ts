import type { OAuth2Tokens } from 'arctic';
import { GoogleStrategy } from 'remix-auth-google';
import { z } from 'zod';
import { bearer, fetchJson, type ProviderProfile } from '#app/adapters/oauth-request.ts';
import { type Issuer, verifyIdToken } from '#app/adapters/openid-issuer.ts';
import type { ProviderClient } from '#app/config/config-type.server.ts';

type Settings = ProviderClient & { baseUrl: string };

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
  const said = issuer.userinfo_endpoint
    ? claims.parse(await fetchJson(issuer.userinfo_endpoint, bearer(tokens.accessToken())))
    : null;
  // Issuers other than Google may send the address only in the ID token.
  const { sub, email, email_verified, name, picture } = said?.email
    ? said
    : claims.parse(await verifyIdToken(issuer, clientId, tokens));
  return {
    providerName: 'google',
    providerId: sub,
    verifiedEmail: email && String(email_verified) === 'true' ? email : null,
    displayName: name ?? null,
    imageUrl: picture ?? null,
    groups: null,
  };
}
