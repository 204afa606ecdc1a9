import { randomInt } from 'node:crypto';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { mayAdminister } from '#app/policies/administration-policy.ts';
import { TOKENS_MAX } from '#app/schemas/limits.ts';
import type { NewToken } from '#app/schemas/settings.ts';
import { type AccountDetails, hasSecondFactor } from '#app/services/accounts/account-details.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { hashToken } from '#app/services/crypto/secrets.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, lock, models } from '#db/connection.ts';

export const TOKEN_PREFIX = 'arbor_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 40 of 62 characters: 238 random bits. Letters and digits only, so that a double click selects it completely. */
const LENGTH = 40;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Creates a personal access token and returns it; only its hash is stored. Throws `validationFailed` above fifty
 * tokens, and for one without expiry if the installation forbids that. Throws `permissionDenied` for the scope `admin`
 * unless the actor is an administrator with a second factor.
 */
export async function createToken(actor: Actor, { name, scope, expiresIn }: NewToken): Promise<string> {
  if (scope === 'admin') await requireAdministratorWithFactor(actor);
  if (expiresIn === null && !config().tokensMayLast) {
    throw new AppError('validationFailed', { fields: { expiresIn: [{ key: 'tokenDays.never' }] } });
  }
  const now = Date.now();
  const expiresAt = expiresIn === null ? null : now + expiresIn * DAY_MS;
  const random = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const token = TOKEN_PREFIX + random;
  await inTransaction(async () => {
    await lock(`tokens ${actor.id}`);
    const { Token } = await models();
    if ((await Token.count({ where: { userId: actor.id } })) >= TOKENS_MAX) {
      throw new AppError('validationFailed', { fields: { name: [{ key: 'tokenName.tooMany' }] } });
    }
    const row = { id: newId(), userId: actor.id, name, tokenHash: hashToken(token), scope, createdAt: now, expiresAt };
    await Token.create(row);
    const detail = { tokenId: row.id, scope, days: expiresIn };
    await recordEvent(actor.id, { action: 'token.create', subject: actor.id, detail });
  });
  return token;
}

/** Returns the token options of an account for its settings page. */
export const tokenAbilities = ({ role, twoFactor }: Pick<AccountDetails, 'role' | 'twoFactor'>) => ({
  createAdminToken: mayAdminister('createAdminToken', { actor: { role }, hasSecondFactor: twoFactor }),
});

async function requireAdministratorWithFactor(actor: Actor): Promise<void> {
  const user = await (await models()).User.findByPk(actor.id);
  const isAllowed = user && mayAdminister('createAdminToken', { actor: user, hasSecondFactor: hasSecondFactor(user) });
  if (!isAllowed) throw new AppError('permissionDenied');
}
