import { jwtVerify, SignJWT } from 'jose';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';
import type { Session } from '#db/models/session.ts';

export const ACCESS_TTL_SECONDS = 15 * 60;
/** Grace period of the newest token's direct predecessor, for tabs that refresh concurrently. */
export const GRACE_SECONDS = 10;

const AUDIENCE = 'access';
let key: Uint8Array | undefined;

function signingKey(): Uint8Array {
  key ??= new TextEncoder().encode(keyedHash('access-token-key'));
  return key;
}

/** Signs a token with the session id. The database is still checked on every request. */
export function signAccessToken(sessionId: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(sessionId)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TTL_SECONDS}s`)
    .sign(signingKey());
}

const checked = new Map<string, { sessionId: string; expiresAt: number }>();
const CHECKED_MAX = 10_000;

/**
 * Returns the session id of an access token; null if it is invalid or expired. Signatures are verified only once, as
 * tokens are immutable. Expiry is checked each time, and the database decides whether the session is valid.
 */
export async function readAccessToken(token: string): Promise<string | null> {
  const known = checked.get(token);
  if (known) return known.expiresAt > Date.now() ? known.sessionId : null;
  const verified = await verifyAccessToken(token);
  if (!verified) return null;
  if (checked.size >= CHECKED_MAX) checked.clear();
  checked.set(token, verified);
  return verified.sessionId;
}

async function verifyAccessToken(token: string): Promise<{ sessionId: string; expiresAt: number } | null> {
  try {
    const options = {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: '1h',
    };
    const { payload } = await jwtVerify(token, signingKey(), options);
    return { sessionId: payload.sub!, expiresAt: 1000 * payload.exp! };
  } catch (error) {
    // Every jose error is an expected result (expired, foreign, malformed), not a fault.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

type Family = Pick<Session, 'id' | 'salt'>;

/**
 * Derives the refresh token of one generation of a session. It is computed, not stored: a copied database grants no
 * access, and two tabs that refresh concurrently get the same successor.
 */
export function refreshTokenOf({ id, salt }: Family, generation: number): string {
  return `${id}.${generation}.${keyedHash('refresh-token', id, salt, generation)}`;
}

export type RefreshToken = { sessionId: string; generation: number; isOf: (family: Family) => boolean };

export function parseRefreshToken(token: string): RefreshToken | null {
  const match = /^(c[a-z0-9]{23})\.(\d{1,9})\.[\w-]{43}$/.exec(token);
  if (!match) return null;
  const generation = Number(match[2]);
  return {
    sessionId: match[1]!,
    generation,
    isOf: (family) => isSameSecret(token, refreshTokenOf(family, generation)),
  };
}
