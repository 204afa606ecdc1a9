import { count } from '#app/observability/counters.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { settleBelow } from '#app/services/quotas/reserve-in-ceilings.ts';
import { costOf } from '#app/services/quotas/token-cost.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import type { LedgerEntry } from '#db/models/ledger-entry.ts';
import { findLapsedCalls, settleReserved } from '#db/queries/quotas.ts';

/** Usage of a call; `estimated` if the provider did not report it. `model` is the one that answered. */
export type Settlement = {
  promptTokens: number;
  completionTokens: number;
  estimated: boolean;
  status: 'done' | 'failed' | 'aborted' | 'lapsed';
  model?: string;
};

/** Maximum number of lost calls to settle at a time. */
const LAPSED_AT_ONCE = 200;

/**
 * Settles a call: records its usage and cost, releases its reservation and charges the month it began in. Idempotent
 * per request. Never charges more than was reserved, so the limit holds whatever a provider reports; such a count is
 * marked as estimated. Returns the charge.
 */
export async function settleTokens(requestId: string, settlement: Settlement): Promise<Settlement> {
  return (await settleOpen(requestId, () => settlement)) ?? settlement;
}

/** Charges the prompt of a call that was lost with its process, as the provider has probably read it. Idempotent. */
export async function settleLapsed(requestId: string): Promise<void> {
  await settleOpen(requestId, ({ reservedPrompt }) => ({
    promptTokens: Number(reservedPrompt),
    completionTokens: 0,
    estimated: true,
    status: 'lapsed',
  }));
}

/** Settles all calls whose lease has expired. Returns their number. */
export async function settleLapsedCalls(): Promise<number> {
  const lapsed = await findLapsedCalls({ now: Date.now(), limit: LAPSED_AT_ONCE });
  for (const { requestId } of lapsed) await settleLapsed(requestId);
  return lapsed.length;
}

/** Returns the charge; null if the call is unknown or settled. */
async function settleOpen(
  requestId: string,
  settlementOf: (call: LedgerEntry) => Settlement,
): Promise<Settlement | null> {
  const { LedgerEntry } = await models();
  const known = await LedgerEntry.findOne({ where: { requestId }, attributes: ['userId'] });
  if (!known) return null;
  const charged = await inTransaction(async () => {
    await lock(`quota ${known.userId}`);
    const call = await LedgerEntry.findOne({ where: { requestId, status: 'open' } });
    if (!call) return null;
    const charge = withinReservation(settlementOf(call), Number(call.reserved));
    const cost = await close(call, charge);
    await chargeQuota(call, charge);
    await chargeCeilings(call, charge, cost ?? 0);
    return charge;
  });
  if (!charged) return null;
  const { status, promptTokens, completionTokens } = charged;
  count('aiCalls', { status });
  count('aiTokens', { kind: 'prompt', status }, promptTokens);
  count('aiTokens', { kind: 'completion', status }, completionTokens);
  return charged;
}

function withinReservation(settlement: Settlement, reserved: number): Settlement {
  const { promptTokens, completionTokens } = settlement;
  if (promptTokens + completionTokens <= reserved) return settlement;
  const prompt = Math.min(promptTokens, reserved);
  return { ...settlement, promptTokens: prompt, completionTokens: reserved - prompt, estimated: true };
}

/** Writes the usage into the ledger. Returns the cost; null if the model has no price. */
async function close(call: LedgerEntry, charged: Settlement): Promise<number | null> {
  const model = charged.model ?? call.model;
  const cost = costOf(model, charged);
  const closed = {
    status: charged.status,
    model,
    promptTokens: charged.promptTokens,
    completionTokens: charged.completionTokens,
    cost,
    estimated: charged.estimated ? 1 : 0,
    durationMs: Math.max(0, Date.now() - Number(call.startedAt)),
    leaseUntil: null,
  };
  const { requestId } = call;
  await (await models()).LedgerEntry.update(closed, { where: { requestId, status: 'open' } });
  return cost;
}

const tokensOf = ({ promptTokens, completionTokens }: Settlement) => promptTokens + completionTokens;

/** A call from before a new month or a reset is not charged to the new period. */
async function chargeQuota(call: LedgerEntry, charged: Settlement): Promise<void> {
  const { userId, reserved } = call;
  const startedAt = Number(call.startedAt);
  await settleReserved({ userId, reserved, tokens: tokensOf(charged), startedAt, month: monthIn(call) });
}

/** Returns the month of a reservation; calls from before version 0.3 have none. */
const monthIn = ({ month, startedAt }: LedgerEntry) => month ?? monthOf(Number(startedAt));

/** Resets of allowances do not change the sums of ceilings, which are what the provider bills. */
async function chargeCeilings(call: LedgerEntry, charged: Settlement, cost: number): Promise<void> {
  const { ceilings } = call;
  const reserved = Number(call.reserved);
  const reservedCost = Number(call.reservedCost);
  // Prices may have changed since the reservation, which the ceiling allowed for.
  const used = { tokens: tokensOf(charged), cost: Math.min(cost, reservedCost) };
  await settleBelow({ ceilings, reserved, reservedCost, month: monthIn(call) }, used);
}
