import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { config } from '#app/config.server.ts';

/** 256 random bits for a cookie, a link or a tempId. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a random token is stored: it has enough entropy of its own to need no key. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Keyed hash of what could be guessed (a code) or must be made again (a refresh token); `purpose` keeps uses apart. */
export function keyedHash(purpose: string, ...parts: (string | number)[]): string {
  return createHmac('sha256', config().secret)
    .update([purpose, ...parts].join('\n'))
    .digest('base64url');
}

export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// 31 letters and digits that are not mistaken for each other: no 0 O, no 1 I L.
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function randomCode(length: number): string {
  return Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}
