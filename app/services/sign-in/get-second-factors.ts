import { encode } from 'uqr';
import type { Actor } from '#app/services/actor.ts';
import { countRecoveryCodes } from '#app/services/sign-in/recovery-codes.ts';
import { demandsSecondFactor } from '#app/services/sign-in/second-factor-rule.ts';
import { totpOf } from '#app/services/sign-in/totp.ts';
import { models } from '#db/connection.ts';
import type { User } from '#db/models/user.ts';

/** A secret not yet confirmed by a code: to type, to open on a phone, to scan. */
export type TotpSetup = { secret: string; uri: string; qr: { size: number; path: string } };
export type SecondFactors = {
  mail: boolean;
  authenticator: boolean;
  /** The setup in progress; null without one. */
  setup: TotpSetup | null;
  recoveryCodesLeft: number;
  /** True if the installation demands a second factor of this account. */
  isDemanded: boolean;
};

/** Returns the second factors of the actor's account. */
export async function getSecondFactors(actor: Actor): Promise<SecondFactors> {
  const user = await (await models()).User.findByPk(actor.id);
  const authenticator = Boolean(user?.totpConfirmedAt);
  return {
    mail: Boolean(user?.mailFactorAt),
    authenticator,
    setup: user && !authenticator ? setupOf(user) : null,
    recoveryCodesLeft: authenticator ? await countRecoveryCodes(actor.id) : 0,
    isDemanded: demandsSecondFactor(actor),
  };
}

function setupOf(user: User): TotpSetup | null {
  const totp = totpOf(user);
  if (!totp) return null;
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: qrOf(uri) };
}

/** Renders a QR code as one SVG path, row by row, within the quiet zone scanners need. */
function qrOf(text: string): TotpSetup['qr'] {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { size, path: rows.join('') };
}
