import { log } from '#app/observability/log.ts';
import type { RenewalRequest } from '#app/schemas/oauth.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import {
  accessExpiry,
  type ClientScope,
  type IssuedToken,
  renewableUntil,
  secondsUntil,
} from '#app/services/oauth/connect-client.ts';
import { accessTokenOf, parseRefreshToken, refreshTokenOf } from '#app/services/oauth/connection-tokens.ts';
import { endConnection } from '#app/services/oauth/end-connection.ts';
import { inTransaction, models } from '#db/connection.ts';
import { advanceConnection, type Connection, findConnection } from '#db/queries/oauth-connections.ts';

/** Grace period of the newest token's direct predecessor, for answers that were lost. */
const GRACE_MS = 10_000;

/**
 * Exchanges a refresh token for its successor and a new access token; the former ones end. Its direct predecessor gets
 * the same answer for another ten seconds. Any other reuse indicates a stolen token and ends the connection. Throws
 * `requestTooFrequent`.
 */
export async function renewConnection(
  request: RenewalRequest,
): Promise<IssuedToken | 'invalid_grant' | 'invalid_scope'> {
  const given = parseRefreshToken(request.refresh_token);
  const now = Date.now();
  const [row] = given ? await findConnection({ tokenId: given.tokenId, now }) : [];
  if (!given || !row || row.clientHash !== sha256(request.client_id)) return 'invalid_grant';
  await consumeLimit('refresh', row.tokenId);
  const scope = narrowed(request.scope, row.scope);
  if (scope === null) return 'invalid_scope';
  if (given.generation === row.generation && (await advance(row, scope, now))) {
    return issued({ ...row, generation: row.generation + 1, tokenScope: scope }, now);
  }
  return followUp(row, given.generation);
}

/** Returns the requested scope within the allowed one; null beyond it. Unknown words ask for nothing. */
function narrowed(requested: string, allowed: ClientScope): ClientScope | null {
  const words = requested.split(' ');
  if (words.includes('admin') || (words.includes('write') && allowed === 'read')) return null;
  return words.includes('read') && !words.includes('write') ? 'read' : allowed;
}

/** Rotates both tokens in one transaction; of two requests with the same refresh token only one succeeds. */
function advance({ tokenId, generation, createdAt }: Connection, scope: ClientScope, now: number): Promise<boolean> {
  const until = renewableUntil(createdAt, now);
  return inTransaction(async () => {
    if ((await advanceConnection({ tokenId, generation, now, until })) !== 1) return false;
    const tokenHash = sha256(accessTokenOf(tokenId, generation + 1));
    const { Token } = await models();
    await Token.update({ tokenHash, scope, expiresAt: accessExpiry(now, until) }, { where: { id: tokenId } });
    return true;
  });
}

async function followUp({ tokenId, userId }: Connection, generation: number): Promise<IssuedToken | 'invalid_grant'> {
  const now = Date.now();
  const [current] = await findConnection({ tokenId, now });
  if (!current) return 'invalid_grant';
  if (current.generation === generation + 1 && now - current.rotatedAt <= GRACE_MS) return issued(current, now);
  await endConnection({ tokenId, userId });
  log.warn({ event: 'refresh-token-reused', tokenId, userId }, 'connection of a client ended');
  return 'invalid_grant';
}

function issued({ tokenId, generation, tokenScope, createdAt }: Connection, now: number): IssuedToken {
  return {
    token: accessTokenOf(tokenId, generation),
    refreshToken: refreshTokenOf(tokenId, generation),
    scope: tokenScope,
    seconds: secondsUntil(accessExpiry(now, renewableUntil(createdAt, now)), now),
  };
}
