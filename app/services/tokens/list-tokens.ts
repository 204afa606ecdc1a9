import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { inTransaction, models } from '#db/connection.ts';

export type TokenEntry = {
  id: string;
  name: string;
  scope: TokenScope;
  createdAt: string;
  /** The expiry of the refresh token if the client renews this one. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastAddress: string | null;
};

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Lists the actor's personal access tokens with name, scope and use, newest first. */
export async function listTokens(actor: Pick<Actor, 'id'>): Promise<TokenEntry[]> {
  const { OauthConnection, Token } = await models();
  const rows = await Token.findAll({ where: { userId: actor.id }, order: [['createdAt', 'DESC'], 'id'] });
  const connections = await OauthConnection.findAll({ where: { tokenId: rows.map(({ id }) => id) } });
  const renewable = new Map(connections.map((each) => [each.tokenId, each.renewableUntil]));
  return rows.map(({ id, name, scope, lastAddress, createdAt, expiresAt, lastUsedAt }) => ({
    id,
    name,
    scope: scope as TokenScope,
    lastAddress,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: isoOrNull(renewable.get(id) ?? expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  }));
}

/** Revokes one of the actor's tokens at once. Ignores other people's tokens. */
export async function revokeToken(actor: Actor, tokenId: string): Promise<void> {
  const own = { id: tokenId, userId: actor.id };
  await inTransaction(async () => {
    const revoked = await (await models()).Token.destroy({ where: own });
    if (revoked > 0) await recordEvent(actor.id, { action: 'token.revoke', subject: actor.id, detail: { tokenId } });
  });
}
