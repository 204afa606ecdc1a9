import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';
import { hashToken } from '#app/services/crypto/secrets.ts';
import { TOKEN_PREFIX } from '#app/services/tokens/create-token.ts';
import { execute, select } from '#db/connection.ts';

/** Uses within this interval count as one: most calls cost no write. */
const USED_RESOLUTION_MS = 60_000;

// One query for token and account: a revocation or suspension takes effect with the next request in every process.
const OWNER = `
  SELECT users.id, users.email, users.display_name AS "displayName", users.image_url AS "imageUrl", users.role,
    users.lng,
    tokens.id AS "tokenId", tokens.last_used_at AS "lastUsedAt", tokens.scope
  FROM tokens JOIN users ON users.id = tokens.user_id
  WHERE tokens.token_hash = $hash AND (tokens.expires_at IS NULL OR tokens.expires_at > $now) AND users.status = 'ACTIVE' AND users.verified_at IS NOT NULL`;

/** The account of a token and its scope. */
export type TokenActor = { actor: Actor; scope: TokenScope };
type Row = Actor & { tokenId: string; lastUsedAt: number | null; scope: TokenScope };

/**
 * Finds the account of a personal access token; null if it is unknown, expired, revoked, or the account may not sign
 * in. `address` is the client address.
 */
export async function findTokenActor(token: string, address: string): Promise<TokenActor | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const [row] = await select<Row>(OWNER, { hash: hashToken(token), now: Date.now() });
  if (!row) return null;
  const { tokenId, lastUsedAt, scope, ...actor } = row;
  await markUsed(tokenId, lastUsedAt, address);
  return { actor, scope };
}

async function markUsed(id: string, lastUsedAt: number | null, address: string): Promise<void> {
  const now = Date.now();
  if (lastUsedAt !== null && now - lastUsedAt < USED_RESOLUTION_MS) return;
  await execute(
    `UPDATE tokens SET last_used_at = $now, last_address = $address
     WHERE id = $id AND (last_used_at IS NULL OR last_used_at <= $before)`,
    { id, now, address, before: now - USED_RESOLUTION_MS },
  );
}
