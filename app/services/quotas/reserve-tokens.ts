import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { inTransaction, lock, models } from '#db/connection.ts';
import { expireCalls, findOpenCalls, reserveCall, settleReserved } from '#db/queries/quotas.ts';

/** Maximum number of tokens in one answer. */
const ANSWER_MAX = 1024;
/** Longer than any call. Older reservations were left by a crash and expire. */
const LEASE_MS = 10 * 60 * 1000;
const PARALLEL_MAX = 2;

type Call = { feature: string; model: string; documentId: string | null; promptTokens: number };
/** `answerTokens` is the answer limit to send to the provider. */
export type Reservation = { requestId: string; answerTokens: number };

/**
 * Reserves the prompt and the maximum answer in one conditional statement, so that concurrent calls never exceed the
 * limit. Throws `aiTokenLimitExceeded` (with the tokens left and the reset time) and `requestTooFrequent` for a third
 * concurrent call.
 */
export async function reserveTokens(actor: Actor, call: Call): Promise<Reservation> {
  const now = Date.now();
  const reservation = await inTransaction(async () => {
    await lock(`quota ${actor.id}`);
    await releaseLapsed(actor.id, now);
    await requireFreePlace(actor.id);
    const answerTokens = await reserve(actor.id, call.promptTokens, now);
    return answerTokens === null ? null : open(actor, call, answerTokens, now);
  });
  if (reservation) return reservation;
  const { left, resetsAt, monthlyLimit, monthlyUsed } = await getQuota(actor.id);
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / 1000));
  throw new AppError('aiTokenLimitExceeded', {
    data: { left, resetsAt, monthlyLimit, monthlyUsed },
    retryAfterSeconds,
  });
}

/** Releases reservations left by crashes. */
async function releaseLapsed(userId: string, now: number): Promise<void> {
  const lapsed = await expireCalls({ userId, now });
  const reserved = lapsed.reduce((sum, row) => sum + Number(row.reserved), 0);
  if (reserved > 0) await settleReserved({ userId, reserved, tokens: 0 });
}

async function requireFreePlace(userId: string): Promise<void> {
  if (!config().rateLimit) return;
  const open = await findOpenCalls({ userId });
  if (open.length >= PARALLEL_MAX) throw new AppError('requestTooFrequent', { retryAfterSeconds: 5 });
}

/** Returns the maximum answer length; null if not one token is left. */
async function reserve(userId: string, promptTokens: number, now: number): Promise<number | null> {
  await (await models()).Quota.bulkCreate([{ userId }], { ignoreDuplicates: true });
  const month = monthOf(now);
  const [row] = await reserveCall({
    userId,
    promptTokens,
    answerMax: ANSWER_MAX,
    month,
    limit: config().aiMonthlyLimit,
  });
  return row ? Number(row.granted) : null;
}

async function open(actor: Actor, call: Call, answerTokens: number, now: number): Promise<Reservation> {
  const requestId = newId();
  await (await models()).LedgerEntry.create({
    id: newId(),
    requestId,
    userId: actor.id,
    documentId: call.documentId,
    feature: call.feature,
    model: call.model,
    reserved: call.promptTokens + answerTokens,
    status: 'open',
    startedAt: now,
    leaseUntil: now + LEASE_MS,
  });
  return { requestId, answerTokens };
}
