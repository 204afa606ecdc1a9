import type { Actor } from '#app/services/actor.ts';
import { hashToken } from '#app/services/crypto/secrets.ts';
import { TOKEN_PREFIX } from '#app/services/tokens/create-token.ts';
import { execute, select } from '#db/connection.ts';

/** Uses closer together than this are one: most calls cost no write. */
const USED_RESOLUTION_MS = 60_000;

// Token and account in one query: a revocation or a suspension acts on the next request of every process.
const OWNER = `
  SELECT users.id, users.email, users.display_name AS "displayName", users.image_url AS "imageUrl", users.role,
    users.lng,
    tokens.id AS "tokenId", tokens.last_used_at AS "lastUsedAt"
  FROM tokens JOIN users ON users.id = tokens.user_id
  WHERE tokens.token_hash = $hash AND users.status = 'ACTIVE' AND users.verified_at IS NOT NULL`;

/** Whose personal access token this is; null for one that is unknown, revoked, or of an account that may not sign in. */
export async function findTokenActor(token: string): Promise<Actor | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const [row] = await select<Actor & { tokenId: string; lastUsedAt: number | null }>(OWNER, { hash: hashToken(token) });
  if (!row) return null;
  const { tokenId, lastUsedAt, ...actor } = row;
  await markUsed(tokenId, lastUsedAt);
  return actor;
}

async function markUsed(id: string, lastUsedAt: number | null): Promise<void> {
  const now = Date.now();
  if (lastUsedAt !== null && now - lastUsedAt < USED_RESOLUTION_MS) return;
  await execute(
    'UPDATE tokens SET last_used_at = $now WHERE id = $id AND (last_used_at IS NULL OR last_used_at <= $before)',
    { id, now, before: now - USED_RESOLUTION_MS },
  );
}
