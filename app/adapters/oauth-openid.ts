import type { OAuth2Tokens } from 'arctic';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';
import { bearer, fetchJson, type ProviderProfile } from '#app/adapters/oauth-request.ts';
import { type Issuer, verifyIdToken, verifyToken } from '#app/adapters/openid-issuer.ts';
import type { OrganisationIssuer } from '#app/config/config-type.server.ts';

/** Strategy for the organisation's OpenID Connect issuer. */
export class OpenIdSignIn extends OAuth2Strategy<ProviderProfile> {
  /** Verifier of the attempt that `authenticate` has just started. */
  codeVerifier: string | undefined;

  constructor(settings: OrganisationIssuer, redirectUri: string, issuer: Issuer) {
    const { clientId, clientSecret, scopes } = settings;
    const endpoints = {
      authorizationEndpoint: issuer.authorization_endpoint,
      tokenEndpoint: issuer.token_endpoint,
    };
    const options = { clientId, clientSecret, redirectURI: redirectUri, scopes, cookie: 'oidc', ...endpoints };
    super(options, ({ tokens }) => readProfile(settings, issuer, tokens));
  }

  override createAuthorizationURL() {
    const made = super.createAuthorizationURL();
    this.codeVerifier = made.codeVerifier;
    return made;
  }
}

const text = z.string().nullish().catch(null);
const claims = z.looseObject({
  sub: z.string().min(1),
  email: text,
  // Some issuers send a string.
  email_verified: z.union([z.boolean(), z.string()]).nullish().catch(null),
  name: text,
  picture: text,
});

/** The ID token proves who signed in; the user info adds what the token leaves out. */
async function readProfile(
  { clientId, trustsAddresses, groupsClaim }: OrganisationIssuer,
  issuer: Issuer,
  tokens: OAuth2Tokens,
): Promise<ProviderProfile> {
  const proved = claims.parse(await verifyIdToken(issuer, clientId, tokens));
  const more = await readUserInfo(issuer, tokens, proved.sub);
  const { sub, email, email_verified, name, picture, ...others } = { ...more, ...present(proved) } as typeof proved;
  const isVerified = trustsAddresses || String(email_verified) === 'true';
  return {
    providerName: 'oidc',
    providerId: sub,
    verifiedEmail: email && isVerified ? email : null,
    displayName: name ?? null,
    imageUrl: picture ?? null,
    groups: groupNames((others as Record<string, unknown>)[groupsClaim]),
  };
}

async function readUserInfo(issuer: Issuer, tokens: OAuth2Tokens, sub: string): Promise<object> {
  if (!issuer.userinfo_endpoint) return {};
  const said = claims.parse(await fetchJson(issuer.userinfo_endpoint, bearer(tokens.accessToken())));
  if (said.sub !== sub) throw new Error('The user info is about another person than the ID token');
  return present(said);
}

const present = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** Accepts a list of names or a single one. No claim means no groups. */
function groupNames(claim: unknown): string[] {
  const names = Array.isArray(claim) ? claim : [claim];
  return names.filter((name) => typeof name === 'string');
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT_AGE_MAX_SECONDS = 300;
const logoutClaims = z.looseObject({
  sub: z.string().min(1),
  iat: z.number(),
  events: z.looseObject({ [LOGOUT_EVENT]: z.object({}) }),
  nonce: z.never().optional(),
});

/**
 * Returns the person whom a logout token names (OpenID Connect Back-Channel Logout 1.0); null if the token is not
 * valid. Throws if the issuer does not respond.
 */
export async function readLogoutToken(issuer: Issuer, clientId: string, token: string): Promise<string | null> {
  const payload = await verifyToken(issuer, clientId, token).catch((error) => {
    if ((error as { code?: string }).code?.startsWith('ERR_J')) return null;
    throw error;
  });
  const read = logoutClaims.safeParse(payload);
  if (!read.success) return null;
  const age = Date.now() / 1000 - read.data.iat;
  return Math.abs(age) <= LOGOUT_AGE_MAX_SECONDS ? read.data.sub : null;
}
