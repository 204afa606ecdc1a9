import type { OAuth2Tokens } from 'arctic';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import { fetchJson, PROVIDER_TIMEOUT_MS } from '#app/adapters/oauth-request.ts';

const endpointUrl = z.url({ protocol: /^https?$/ });
const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: endpointUrl,
  token_endpoint: endpointUrl,
  userinfo_endpoint: endpointUrl.optional(),
  jwks_uri: endpointUrl,
});
/** Endpoints of an OpenID Connect issuer (OpenID Connect Discovery 1.0). */
export type Issuer = z.output<typeof discovered> & { keys: ReturnType<typeof createRemoteJWKSet> };

const KEPT_MS = 3600 * 1000;
const known = new Map<string, { issuer: Issuer; until: number }>();

/**
 * Fetches the issuer's endpoints and caches them for an hour. Throws if the issuer does not respond or is another one.
 */
export async function discoverIssuer(baseUrl: string): Promise<Issuer> {
  const kept = known.get(baseUrl);
  if (kept && kept.until > Date.now()) return kept.issuer;
  const found = discovered.parse(await fetchJson(`${baseUrl}/.well-known/openid-configuration`));
  if (withoutSlash(found.issuer) !== withoutSlash(baseUrl)) {
    throw new Error(`${baseUrl} answered as the issuer ${found.issuer}`);
  }
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: PROVIDER_TIMEOUT_MS });
  const issuer = { ...found, keys };
  known.set(baseUrl, { issuer, until: Date.now() + KEPT_MS });
  return issuer;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** Returns the claims of a JWT that the issuer signed for this client. Throws for any other. */
export async function verifyToken(issuer: Issuer, clientId: string, token: string) {
  const options = { issuer: issuer.issuer, audience: clientId, clockTolerance: 60 };
  return (await jwtVerify(token, issuer.keys, options)).payload;
}

export const verifyIdToken = (issuer: Issuer, clientId: string, tokens: OAuth2Tokens) =>
  verifyToken(issuer, clientId, tokens.idToken());
