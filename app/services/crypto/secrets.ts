import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { config } from '#app/config.server.ts';

/** Returns 256 random bits for a cookie, a link or a tempId. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a text for storage. Only what has enough entropy, such as a random token, needs no key (`keyedHash`). */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Returns a keyed hash of a guessable value (a code) or a derivable one (a refresh token). `purpose` separates uses.
 */
export function keyedHash(purpose: string, ...parts: (string | number)[]): string {
  return hashWith(config().secret, purpose, ...parts);
}

/** Returns the keyed hash of a given key, for threads, which have no configuration. */
export function hashWith(key: string, purpose: string, ...parts: (string | number)[]): string {
  return createHmac('sha256', key)
    .update([purpose, ...parts].join('\n'))
    .digest('base64url');
}

export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// 31 unambiguous letters and digits, without 0, O, 1, I and L.
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function randomCode(length: number): string {
  return Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}
