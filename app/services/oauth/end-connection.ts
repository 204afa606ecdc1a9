import type { RevocationRequest } from '#app/schemas/oauth.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { parseRefreshToken } from '#app/services/oauth/connection-tokens.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findClientToken, findTokenOfCode } from '#db/queries/oauth-connections.ts';

type Which = { tokenId: string; userId: string };

/** Revokes the access token of a client and, by the foreign key, its refresh token. Idempotent. */
export async function endConnection({ tokenId, userId }: Which): Promise<void> {
  await inTransaction(async () => {
    const ended = await (await models()).Token.destroy({ where: { id: tokenId } });
    if (ended > 0) await recordEvent(userId, { action: 'token.revoke', subject: userId, detail: { tokenId } });
  });
}

/** Ends the connection that a code was exchanged for, as the code was used again. */
export async function endConnectionOfCode(codeHash: string): Promise<void> {
  const [found] = await findTokenOfCode({ codeHash });
  if (found) await endConnection(found);
}

/** Ends the connection of an access or refresh token of this client. Ignores every other token. */
export async function revokeClientToken({ token, client_id: clientId }: RevocationRequest): Promise<void> {
  const found = await findByToken(token);
  if (found?.clientHash === sha256(clientId)) await endConnection(found);
}

async function findByToken(token: string): Promise<(Which & { clientHash: string }) | null> {
  const refresh = parseRefreshToken(token);
  if (!refresh) return (await findClientToken({ hash: sha256(token) }))[0] ?? null;
  const { OauthConnection, Token } = await models();
  const [connection, row] = await Promise.all([
    OauthConnection.findByPk(refresh.tokenId),
    Token.findByPk(refresh.tokenId),
  ]);
  return connection && row ? { tokenId: row.id, userId: row.userId, clientHash: connection.clientHash } : null;
}
