import { randomInt } from 'node:crypto';
import { AppError } from '#app/errors.ts';
import { TOKENS_MAX } from '#app/schemas/limits.ts';
import type { Actor } from '#app/services/actor.ts';
import { hashToken } from '#app/services/crypto/secrets.ts';
import { newId } from '#app/services/new-id.ts';
import { execute, inTransaction, lock, select } from '#db/connection.ts';

export const TOKEN_PREFIX = 'arbor_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 40 of 62 signs: 238 random bits. Letters and digits only, so that a double click takes the whole. */
const LENGTH = 40;

/** Makes a personal access token and returns it: only its hash is kept. Throws `validationFailed` past fifty. */
export async function createToken(actor: Actor, { name }: { name: string }): Promise<string> {
  const random = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const token = TOKEN_PREFIX + random;
  await inTransaction(async () => {
    await lock(`tokens ${actor.id}`);
    const [row] = await select<{ count: number }>('SELECT COUNT(*) AS count FROM tokens WHERE user_id = $me', {
      me: actor.id,
    });
    if (Number(row?.count) >= TOKENS_MAX) {
      throw new AppError('validationFailed', { fields: { name: [{ key: 'tokenName.tooMany' }] } });
    }
    await execute(
      'INSERT INTO tokens (id, user_id, name, token_hash, created_at) VALUES ($id, $me, $name, $hash, $now)',
      { id: newId(), me: actor.id, name, hash: hashToken(token), now: Date.now() },
    );
  });
  return token;
}
