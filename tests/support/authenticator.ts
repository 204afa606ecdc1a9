import { Secret, TOTP } from 'otpauth';
import type { Actor } from '#app/services/actor.ts';
import { confirmTotp, startTotp } from '#app/services/sign-in/set-up-totp.ts';
import { totpOf } from '#app/services/sign-in/totp.ts';
import { models } from '#db/connection.ts';

/** Returns the TOTP code of a secret, `steps` half minutes from now. */
export function appCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + 30_000 * steps });
}

/** Returns a code that is wrong now and in the adjacent steps. */
export function wrongAppCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
}

/** Enables an account's authenticator. Uses the code of the current step. */
export async function setUpAuthenticator(actor: Actor): Promise<{ secret: string; recoveryCodes: string[] }> {
  await startTotp(actor);
  const secret = totpOf((await (await models()).User.findByPk(actor.id))!)!.secret.base32;
  return { secret, recoveryCodes: await confirmTotp(actor, appCode(secret)) };
}
