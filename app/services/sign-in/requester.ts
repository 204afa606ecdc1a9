import { isSameSecret, keyedHash, randomToken, sha256 } from '#app/services/crypto/secrets.ts';

/**
 * The requesting browser, identified by its cookies. `browser` is a random token that binds codes to it. `device`
 * proves earlier sign-ins to accounts there (OWASP's device cookie), see `rememberDevice`.
 */
export type Requester = { browser: string | null; device: string | null };

export const NOBODY: Requester = { browser: null, device: null };

const PROOFS_MAX = 5;
const proofOf = (nonce: string, email: string) => keyedHash('device', nonce, email);

/** Returns the device cookie with one more account; it contains the five latest. */
export function rememberDevice(known: string | null, email: string): string {
  const [nonce = '', ...proofs] = known?.split('.') ?? [];
  const isOurs = /^[\w-]{43}$/.test(nonce) && proofs.every((proof) => /^[\w-]{43}$/.test(proof));
  const own = isOurs ? nonce : randomToken();
  const proof = proofOf(own, email);
  const others = isOurs ? proofs.filter((other) => other !== proof) : [];
  return [own, proof, ...others].slice(0, 1 + PROOFS_MAX).join('.');
}

/**
 * Returns a counter key for this browser and account, which strangers cannot exhaust; null if the browser never signed
 * in to the account.
 */
export function knownDevice({ device }: Requester, email: string): string | null {
  const [nonce = '', ...proofs] = device?.split('.') ?? [];
  const proof = proofOf(nonce, email);
  return proofs.some((given) => isSameSecret(given, proof)) ? sha256(`${nonce} ${email}`) : null;
}

/** Hashes the token that binds a code to a browser, for storage. */
export function browserHash({ browser }: Requester): string | null {
  return browser === null ? null : sha256(browser);
}
