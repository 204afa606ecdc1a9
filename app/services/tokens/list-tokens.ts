import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';
import { execute, select } from '#db/connection.ts';

export type TokenEntry = {
  id: string;
  name: string;
  scope: TokenScope;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastAddress: string | null;
};
type Row = Omit<TokenEntry, 'createdAt' | 'expiresAt' | 'lastUsedAt'> & {
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
};

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Lists the actor's personal access tokens with name, scope and use, newest first. */
export async function listTokens(actor: Actor): Promise<TokenEntry[]> {
  const rows = await select<Row>(
    `SELECT id, name, scope, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt",
       last_address AS "lastAddress"
     FROM tokens WHERE user_id = $me ORDER BY created_at DESC, id`,
    { me: actor.id },
  );
  return rows.map(({ createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  }));
}

/** Revokes one of the actor's tokens at once. Silently ignores tokens of others. */
export async function revokeToken(actor: Actor, tokenId: string): Promise<void> {
  await execute('DELETE FROM tokens WHERE id = $tokenId AND user_id = $me', { tokenId, me: actor.id });
}
