import { count } from '#app/observability/counters.ts';
import { startOfMonth } from '#app/services/quotas/calendar-month.ts';
import { inTransaction, lock, models } from '#db/connection.ts';
import { settleReserved } from '#db/queries/quotas.ts';

/** Usage of a call; `estimated` if the provider did not report it. */
export type Settlement = {
  promptTokens: number;
  completionTokens: number;
  estimated: boolean;
  status: 'done' | 'failed' | 'aborted';
};

type Open = { userId: string; reserved: number; startedAt: number };

/**
 * Settles a call: records its usage, releases its reservation and charges the month it began in. Idempotent per
 * request. Never charges more than was reserved, so the limit holds whatever a provider reports; such a count is marked
 * as estimated. Returns the charge.
 */
export async function settleTokens(requestId: string, settlement: Settlement): Promise<Settlement> {
  const { LedgerEntry } = await models();
  const known = await LedgerEntry.findOne({ where: { requestId }, attributes: ['userId'] });
  if (!known) return settlement;
  const taken = await inTransaction(async () => {
    await lock(`quota ${known.userId}`);
    const call = await LedgerEntry.findOne({ where: { requestId, status: 'open' } });
    if (!call) return null;
    const charged = withinReservation(settlement, Number(call.reserved));
    await close(requestId, charged, call);
    await charge(call, charged);
    return { charged };
  });
  if (!taken) return settlement;
  const { status, promptTokens, completionTokens } = taken.charged;
  count('aiTokens', { kind: 'prompt', status }, promptTokens);
  count('aiTokens', { kind: 'completion', status }, completionTokens);
  return taken.charged;
}

function withinReservation(settlement: Settlement, reserved: number): Settlement {
  const { promptTokens, completionTokens } = settlement;
  if (promptTokens + completionTokens <= reserved) return settlement;
  const prompt = Math.min(promptTokens, reserved);
  return { ...settlement, promptTokens: prompt, completionTokens: reserved - prompt, estimated: true };
}

async function close(requestId: string, charged: Settlement, call: Open): Promise<void> {
  const closed = {
    status: charged.status,
    promptTokens: charged.promptTokens,
    completionTokens: charged.completionTokens,
    estimated: charged.estimated ? 1 : 0,
    durationMs: Math.max(0, Date.now() - call.startedAt),
    leaseUntil: null,
  };
  await (await models()).LedgerEntry.update(closed, { where: { requestId, status: 'open' } });
}

/** A call from before a new month or a reset is not charged to the new period. */
async function charge({ userId, reserved, startedAt }: Open, { promptTokens, completionTokens }: Settlement) {
  const quota = await (await models()).Quota.findByPk(userId);
  const since = quota ? Math.max(startOfMonth(quota.month), quota.resetAt ?? 0) : 0;
  const tokens = startedAt >= since ? promptTokens + completionTokens : 0;
  await settleReserved({ userId, reserved, tokens });
}
