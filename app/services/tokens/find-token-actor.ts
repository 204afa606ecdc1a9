import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { markSeen } from '#app/services/sessions/mark-seen.ts';
import { TOKEN_PREFIX } from '#app/services/tokens/create-token.ts';
import { findTokenOwner, markTokenUsed, type TokenOwner } from '#db/queries/sessions.ts';

/** Repeated uses within this interval are not recorded, so that most calls cost no write. */
const USED_RESOLUTION_MS = 60_000;

export type TokenActor = { actor: Actor; scope: TokenScope };

/**
 * Finds the account of a personal access token; null if it is unknown, expired, revoked, or the account may not sign
 * in. `address` is the client address.
 */
export async function findTokenActor(token: string, address: string): Promise<TokenActor | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const [row] = await findTokenOwner({ hash: sha256(token), now: Date.now() });
  if (!row) return null;
  const { tokenId, lastUsedAt, scope, ...actor } = row;
  await markUsed(actor.id, { tokenId, lastUsedAt }, address);
  return { actor, scope };
}

type Use = Pick<TokenOwner, 'tokenId' | 'lastUsedAt'>;

async function markUsed(userId: string, { tokenId: id, lastUsedAt }: Use, address: string): Promise<void> {
  const now = Date.now();
  if (lastUsedAt !== null && now - lastUsedAt < USED_RESOLUTION_MS) return;
  await markTokenUsed({ id, now, address, before: now - USED_RESOLUTION_MS });
  await markSeen(userId, now);
}
