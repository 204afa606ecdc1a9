import type { Actor } from '#app/services/actor.ts';
import { execute, select } from '#db/connection.ts';

export type TokenEntry = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** The actor's personal access tokens by name and use, the newest first. */
export async function listTokens(actor: Actor): Promise<TokenEntry[]> {
  const rows = await select<{ id: string; name: string; createdAt: number; lastUsedAt: number | null }>(
    `SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM tokens
     WHERE user_id = $me ORDER BY created_at DESC, id`,
    { me: actor.id },
  );
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  }));
}

/** Ends one of the actor's own tokens at once. Another's is left alone, without a word. */
export async function revokeToken(actor: Actor, tokenId: string): Promise<void> {
  await execute('DELETE FROM tokens WHERE id = $tokenId AND user_id = $me', { tokenId, me: actor.id });
}
