import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import type { Actor } from '#app/services/actor.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { endSession } from '#app/services/sessions/end-session.ts';
import { markSeen } from '#app/services/sessions/mark-seen.ts';
import { sessionEnd } from '#app/services/sessions/session-lifetime.ts';
import {
  GRACE_SECONDS,
  parseRefreshToken,
  refreshTokenOf,
  signAccessToken,
} from '#app/services/sessions/session-tokens.ts';
import type { Credentials } from '#app/services/sessions/start-session.ts';
import { advanceGeneration, type Family, findFamily } from '#db/queries/sessions.ts';

export type Rotation = { credentials: Credentials; actor: Actor };

/**
 * Exchanges a refresh token for its successor and a new access token. The newest token rotates. Its direct predecessor
 * gets the same successor for another ten seconds. Any other reuse indicates a stolen token and ends the session.
 * Throws `invalidRefreshToken`, `requestTooFrequent`.
 */
export async function rotateSession(refreshToken: string): Promise<Rotation> {
  const token = parseRefreshToken(refreshToken);
  const now = Date.now();
  const [row] = token ? await findFamily({ sessionId: token.sessionId, now }) : [];
  if (!token || !row || !token.isOf({ id: row.sessionId, salt: row.salt })) throw new AppError('invalidRefreshToken');
  // Sessions from before a shorter `SESSION_DAYS` end by it, too.
  if (sessionEnd(row, row.rotatedAt) <= now) throw new AppError('invalidRefreshToken');
  await consumeLimit('refresh', row.sessionId);
  if (token.generation === row.generation && (await advance(row, now))) return rotation(row, row.generation + 1);
  return followUp(row, token.generation, now);
}

/** Rotates in one conditional statement, so that only one of two requests with the same token succeeds. */
async function advance(row: Family, now: number): Promise<boolean> {
  const expiresAt = sessionEnd(row, now);
  const isAdvanced = (await advanceGeneration({ id: row.sessionId, generation: row.generation, now, expiresAt })) === 1;
  if (isAdvanced) await markSeen(row.id, now);
  return isAdvanced;
}

async function followUp(row: Family, generation: number, now: number): Promise<Rotation> {
  const [current] = await findFamily({ sessionId: row.sessionId, now });
  const isPredecessor = current?.generation === generation + 1;
  if (current && isPredecessor && now - current.rotatedAt <= 1000 * GRACE_SECONDS) {
    return rotation(current, current.generation);
  }
  if (current) {
    await endSession(row.sessionId);
    log.warn({ event: 'refresh-token-reused', sessionId: row.sessionId, userId: row.id }, 'session family ended');
  }
  throw new AppError('invalidRefreshToken');
}

async function rotation(row: Family, generation: number): Promise<Rotation> {
  const { id, email, displayName, imageUrl, role, lng } = row;
  return {
    actor: { id, email, displayName, imageUrl, role, lng },
    credentials: {
      sessionId: row.sessionId,
      accessToken: await signAccessToken(row.sessionId),
      refreshToken: refreshTokenOf({ id: row.sessionId, salt: row.salt }, generation),
      remember: row.remember === 1,
    },
  };
}
