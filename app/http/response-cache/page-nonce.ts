import { randomBytes } from 'node:crypto';
import { keyedHash } from '#app/services/crypto/secrets.ts';

/**
 * Creates a nonce for one response. Its salt can be sent: only this installation computes the nonce from it, so that a
 * 304 names the nonce of the body that the browser holds.
 */
export function newNonce(): { nonceSalt: string; nonce: string } {
  const nonceSalt = randomBytes(16).toString('base64url');
  return { nonceSalt, nonce: nonceOf(nonceSalt) };
}

export const nonceOf = (salt: string): string => keyedHash('page-nonce', salt).slice(0, 24);
