import { TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { DAY_MS } from '#app/services/day.ts';
import { newId } from '#app/services/new-id.ts';
import type { OauthClient } from '#app/services/oauth/clients.ts';
import { accessTokenOf, refreshTokenOf } from '#app/services/oauth/connection-tokens.ts';
import { storeToken } from '#app/services/tokens/store-token.ts';
import { inTransaction, models } from '#db/connection.ts';

export type ClientScope = 'read' | 'write';
export type IssuedToken = { token: string; refreshToken: string | null; scope: ClientScope; seconds: number };

/** Lifetime of an access token that the client can renew. */
const RENEWED_SECONDS = 3600;
const UNRENEWED_SECONDS = TOKEN_DAYS_DEFAULT * 24 * 3600;

/** Returns when a refresh token expires: 90 days after its last use, and a year after the consent at most. */
export const renewableUntil = (createdAt: number, now: number): number =>
  Math.min(now + TOKEN_DAYS_DEFAULT * DAY_MS, createdAt + TOKEN_DAYS_MAX * DAY_MS);

/** Returns when an access token expires: after an hour, and never later than its refresh token. */
export const accessExpiry = (now: number, until: number): number => Math.min(now + 1000 * RENEWED_SECONDS, until);

type Allowed = { client: OauthClient; clientId: string; codeHash: string; scope: ClientScope };

/**
 * Issues the tokens of a client that a person allowed. A client that does not renew gets an access token of 90 days.
 * Throws `validationFailed` above fifty living tokens.
 */
export async function connectClient(actor: Actor, allowed: Allowed): Promise<IssuedToken> {
  const { client, clientId, codeHash, scope } = allowed;
  const [tokenId, now] = [newId(), Date.now()];
  const until = client.renews === false ? null : renewableUntil(now, now);
  const expiresAt = until === null ? now + 1000 * UNRENEWED_SECONDS : accessExpiry(now, until);
  const token = accessTokenOf(tokenId, 0);
  await inTransaction(async () => {
    const row = { id: tokenId, name: client.name, scope, token, expiresAt };
    await storeToken(actor, { ...row, days: TOKEN_DAYS_DEFAULT });
    const { OauthConnection } = await models();
    const clientHash = sha256(clientId);
    const instants = { rotatedAt: now, renewableUntil: until, createdAt: now };
    await OauthConnection.create({ tokenId, clientHash, codeHash, scope, ...instants });
  });
  const refreshToken = until === null ? null : refreshTokenOf(tokenId, 0);
  return { token, refreshToken, scope, seconds: secondsUntil(expiresAt, now) };
}

export const secondsUntil = (instant: number, now: number): number => Math.floor((instant - now) / 1000);
