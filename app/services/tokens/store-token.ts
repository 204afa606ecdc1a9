import { AppError } from '#app/errors.ts';
import { TOKENS_MAX } from '#app/schemas/limits.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { isSessionLive } from '#app/services/sessions/find-session.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock, lockAccount } from '#db/locks.ts';
import { countLivingTokens } from '#db/queries/oauth-connections.ts';

type StoredToken = {
  id: string;
  name: string;
  scope: TokenScope;
  token: string;
  expiresAt: number | null;
  /** Lifetime for the audit log; null without expiry. */
  days: number | null;
};

/**
 * Stores the hash of an access token; `sessionId` is the session it is made in. Throws `validationFailed`
 * above fifty valid tokens of the account, and `authenticationFailed` if the session has ended.
 */
export async function storeToken(
  actor: Pick<Actor, 'id'>,
  { token, days, ...row }: StoredToken,
  sessionId: string | null = null,
): Promise<void> {
  const { id, scope } = row;
  await inTransaction(async () => {
    await lockAccount(actor.id);
    if (sessionId && !(await isSessionLive(sessionId))) throw new AppError('authenticationFailed');
    await lock(`tokens ${actor.id}`);
    const [living] = await countLivingTokens({ me: actor.id, now: Date.now() });
    if (Number(living!.total) >= TOKENS_MAX) {
      throw new AppError('validationFailed', { fields: { name: [{ key: 'tokenName.tooMany' }] } });
    }
    const { Token } = await models();
    await Token.create({ ...row, userId: actor.id, tokenHash: sha256(token), createdAt: Date.now() });
    const detail = { tokenId: id, scope, days };
    await recordEvent(actor.id, { action: 'token.create', subject: actor.id, detail });
  });
}
