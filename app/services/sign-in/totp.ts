import { Secret, TOTP } from 'otpauth';
import { config } from '#app/config.server.ts';
import { openText, sealText } from '#app/services/crypto/sealed-text.ts';
import { advanceTotpStep } from '#db/queries/grants.ts';

const PERIOD_SECONDS = 30;
/** Accepted steps before and after the current one, for clock drift. */
const WINDOW = 1;
const PURPOSE = 'totp-secret';

type Owner = { id: string; email: string; totpSecret: string | null; totpStep: number | null };

/** Creates a secret (160 bits) in its stored form. */
export function newTotpSecret(userId: string): string {
  return sealText(PURPOSE, userId, new Secret({ size: 20 }).base32);
}

/** Returns the account's authenticator; null if absent, or if its secret was sealed with another SESSION_SECRET. */
export function totpOf({ id, email, totpSecret }: Omit<Owner, 'totpStep'>): TOTP | null {
  const secret = totpSecret ? openText(PURPOSE, id, totpSecret) : null;
  if (!secret) return null;
  return new TOTP({
    issuer: config().installationName,
    label: email,
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** Returns the time step of a code, the current or an adjacent one; null for a wrong code. */
export function totpStepOf(owner: Omit<Owner, 'totpStep'>, code: string): number | null {
  const timestamp = Date.now();
  const totp = /^\d{6}$/.test(code) ? totpOf(owner) : null;
  const delta = totp?.validate({ token: code, timestamp, window: WINDOW }) ?? null;
  return totp && delta !== null ? totp.counter({ timestamp }) + delta : null;
}

/** Consumes a step in one conditional statement. Each step works once, and only after earlier ones. */
export async function consumeTotpStep(userId: string, step: number): Promise<boolean> {
  return (await advanceTotpStep({ userId, step })) === 1;
}

export const isSpentStep = ({ totpStep }: Pick<Owner, 'totpStep'>, step: number) =>
  totpStep !== null && step <= totpStep;
