import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { latestMonthOf, monthOf } from '#app/services/quotas/calendar-month.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { findRoom, type Reserved, refuse, reserveBelow } from '#app/services/quotas/reserve-in-ceilings.ts';
import { settleLapsed } from '#app/services/quotas/settle-tokens.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import { findOpenCalls, reserveCall } from '#db/queries/quotas.ts';

/** Maximum number of tokens in one answer. */
const ANSWER_MAX = 1024;
/** Longer than any call. Older reservations were left by a crash and expire. */
const LEASE_MS = 10 * 60 * 1000;
const PARALLEL_MAX = 2;

type Call = { feature: string; models: string[]; documentId: string | null; promptTokens: number };
/** `answerTokens` is the answer limit to send to the provider. */
export type Reservation = { requestId: string; answerTokens: number };

/**
 * Reserves the prompt and the maximum answer in one conditional statement, so that concurrent calls never exceed the
 * limit; in the same transaction below the ceilings of the installation and of the actor's groups. Throws
 * `aiTokenLimitExceeded` (with the tokens left and the reset time, or the ceiling) and `requestTooFrequent` for a third
 * concurrent call, or if calls of others hold the rest of a ceiling.
 */
export async function reserveTokens(actor: Actor, call: Call): Promise<Reservation> {
  const now = Date.now();
  const reservation = await inTransaction(async () => {
    await lock(`quota ${actor.id}`);
    await requireFreePlace(actor.id, now);
    const room = await findRoom(actor.id, call, now);
    const granted = await reserve(actor.id, call.promptTokens, room.answerTokens, now);
    if (granted === null) return null;
    const { answerTokens, month } = granted;
    if (room.answerTokens < 1) refuse(room, call, now);
    const reserved = await reserveBelow(room, call, answerTokens, now);
    const latest = [month, ...reserved.months].sort().at(-1)!;
    return open(actor, call, { answerTokens, month: latest, reserved, now });
  });
  if (reservation) return reservation;
  const { left, resetsAt, monthlyLimit, monthlyUsed } = await getQuota(actor.id);
  const reason = left > 0 ? { reason: { key: 'aiTextTooLong', values: { left } } as const } : {};
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / 1000));
  throw new AppError('aiTokenLimitExceeded', {
    ...reason,
    data: { left, resetsAt, monthlyLimit, monthlyUsed },
    retryAfterSeconds,
  });
}

/** Settles calls left by crashes, then requires that fewer than the maximum are running. */
async function requireFreePlace(userId: string, now: number): Promise<void> {
  const open = await findOpenCalls({ userId });
  const lapsed = open.filter(({ leaseUntil }) => Number(leaseUntil) <= now);
  for (const { requestId } of lapsed) await settleLapsed(requestId);
  if (config().rateLimit && open.length - lapsed.length >= PARALLEL_MAX)
    throw new AppError('requestTooFrequent', { retryAfterSeconds: 5 });
}

/** Returns the answer length within the actor's limit, at most `room`, and the month; null if not one token is left. */
async function reserve(userId: string, promptTokens: number, room: number, now: number) {
  await (await models()).Quota.bulkCreate([{ userId }], { ignoreDuplicates: true });
  const limit = config().aiMonthlyLimit;
  const months = { month: monthOf(now), latestMonth: latestMonthOf(now) };
  const answerMax = Math.max(1, Math.min(ANSWER_MAX, room));
  const [row] = await reserveCall({ userId, promptTokens, answerMax, ...months, now, limit });
  return row ? { answerTokens: Number(row.granted), month: row.month } : null;
}

type Opened = { answerTokens: number; month: string; reserved: Reserved; now: number };

async function open(actor: Actor, call: Call, { answerTokens, month, reserved, now }: Opened) {
  const requestId = newId();
  await (await models()).LedgerEntry.create({
    id: newId(),
    requestId,
    userId: actor.id,
    documentId: call.documentId,
    feature: call.feature,
    model: call.models[0]!,
    reserved: call.promptTokens + answerTokens,
    reservedPrompt: call.promptTokens,
    reservedCost: reserved.cost,
    ceilings: reserved.ceilings,
    status: 'open',
    startedAt: now,
    month,
    leaseUntil: now + LEASE_MS,
  });
  return { requestId, answerTokens };
}
