import type { Language } from '#app/i18n/language.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import type { Entry, SignedIn } from '#app/services/sign-in/enter-account.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { requestPasswordReset } from '#app/services/sign-in/send-code.ts';
import { type Verification, verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { DATA_DIR } from '#tests/support/database.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { newestCode } from '#tests/support/outbox.ts';

/** Client of a sign-in: the test's own machine. */
export const HERE = { userAgent: null, address: '192.0.2.1' };
/** The browser in which codes are requested and entered. */
export const BROWSER = { browser: 'a browser', device: null };
export const DEVICE = { userAgent: 'Test browser', remember: false };

export type PendingSignUp = { email: string; password: string; code: string; registrationToken: string };

/** Registers and reads the code from the mail, without entering it. */
export async function beginSignUp(
  { email = newEmail(), password = PASSWORD }: { email?: string; password?: string } = {},
  lng: Language = 'en',
): Promise<PendingSignUp> {
  const { registrationToken } = await registerAccount({ email, password }, lng);
  return { email, password, code: await codeFor(email), registrationToken };
}

/** Signs up completely in one browser. */
export async function signUp(input: { email?: string; password?: string } = {}): Promise<PendingSignUp & Verification> {
  const pending = await beginSignUp(input);
  return { ...pending, ...(await verifyAccount(pending, DEVICE)) };
}

/** Returns the session of a sign-in. Throws if a second factor is required. */
export async function signedIn(entry: Promise<Entry>): Promise<SignedIn> {
  const entered = await entry;
  if ('twoFactor' in entered) throw new Error('A second factor is asked for');
  return entered;
}

/** Requests a password reset and reads the code from the mail. */
export async function resetCodeFor(email: string): Promise<string> {
  await requestPasswordReset(email, 'en', BROWSER);
  return codeFor(email);
}

async function codeFor(email: string): Promise<string> {
  await awaitMails();
  return newestCode(DATA_DIR, email);
}

/** Returns a well-formed code that differs from the given one. */
export function wrongCode(right: string): string {
  return right === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA';
}
