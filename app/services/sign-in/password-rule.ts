import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { PASSWORD_MIN } from '#app/schemas/limits.ts';
import { hashPassword } from '#app/services/sign-in/password-hash.ts';

/** Returns the minimum number of characters of a new password on this installation. */
export const passwordMinLength = (): number => config().passwordMinLength ?? PASSWORD_MIN;

/** Throws `permissionDenied` if people sign in at a provider only. */
export function requirePasswordSignIn(): void {
  if (config().passwordSignIn) return;
  throw new AppError('permissionDenied', { fields: { password: [{ key: 'password.switchedOff' }] } });
}

/**
 * Hashes a new password. Throws `validationFailed` if it is shorter than `PASSWORD_MIN_LENGTH`,
 * `permissionDenied` if passwords are switched off.
 */
export async function hashNewPassword(password: string): Promise<string> {
  requirePasswordSignIn();
  const min = passwordMinLength();
  if ([...password].length < min) {
    throw new AppError('validationFailed', { fields: { password: [{ key: 'password.atLeast', values: { min } }] } });
  }
  return hashPassword(password);
}
