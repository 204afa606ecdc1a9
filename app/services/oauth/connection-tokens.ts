import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';
import { TOKEN_PREFIX } from '#app/services/tokens/create-token.ts';

/**
 * Derives the access token of one generation of a connection. It is computed, like the refresh token, so that a
 * repeated request within the grace period gets the same answer.
 */
export function accessTokenOf(tokenId: string, generation: number): string {
  const hash = keyedHash('oauth-access-token', tokenId, generation);
  return TOKEN_PREFIX + Buffer.from(hash, 'base64url').toString('hex');
}

export function refreshTokenOf(tokenId: string, generation: number): string {
  return `${tokenId}.${generation}.${keyedHash('oauth-refresh-token', tokenId, generation)}`;
}

export type RefreshToken = { tokenId: string; generation: number };

/** Reads a refresh token that this server derived; null for anything else. */
export function parseRefreshToken(token: string): RefreshToken | null {
  const [, tokenId, digits] = /^(c[a-z0-9]{23})\.(\d{1,9})\.[\w-]{43}$/.exec(token) ?? [];
  if (!tokenId || !digits) return null;
  const generation = Number(digits);
  return isSameSecret(token, refreshTokenOf(tokenId, generation)) ? { tokenId, generation } : null;
}
