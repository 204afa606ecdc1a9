import { AppError } from '#app/errors.ts';
import { endOfMonth, isCurrentMonth, latestMonthOf, monthOf } from '#app/services/quotas/calendar-month.ts';
import { highestPrices, toUnits } from '#app/services/quotas/token-cost.ts';
import { lock } from '#db/locks.ts';
import { type CeilingRow, findCeilingsOf, reserveInCeilings, settleInCeilings } from '#db/queries/ai-ceilings.ts';

/** Time after which running calls have likely ended. */
const RUNNING_SECONDS = 5;

type Call = { models: string[]; promptTokens: number };
/** `answerTokens` is the longest answer that fits below every ceiling; less than 1 if there is no room. */
export type Room = { answerTokens: number; ceilings: CeilingRow[]; prices: { prompt: number; completion: number } };
/** JSON array of ceilings with the cost reserved in each of them, and their months. */
export type Reserved = { ceilings: string; cost: number; months: string[] };

/** Serializes reservations, settlements and changes of ceilings until the end of the transaction. */
export const lockCeilings = () => lock('ai ceilings');

/**
 * Returns the ceilings of a person with the room below them. Holds them until the end of the transaction, in which the
 * caller reserves.
 */
export async function findRoom(userId: string, call: Call, now: number): Promise<Room> {
  const prices = highestPrices(call.models);
  let ceilings = await findCeilingsOf({ userId });
  if (ceilings.length > 0) {
    await lockCeilings();
    ceilings = await findCeilingsOf({ userId });
  }
  const rooms = ceilings.map((ceiling) => answerRoom(currentOf(ceiling, now), call, prices));
  return { answerTokens: Math.min(Number.MAX_SAFE_INTEGER, ...rooms), ceilings, prices };
}

/** Reserves a call below every ceiling with one conditional statement. Throws as `refuse`. */
export async function reserveBelow(room: Room, call: Call, answerTokens: number, now: number): Promise<Reserved> {
  const { ceilings, prices } = room;
  const cost = call.promptTokens * prices.prompt + answerTokens * prices.completion;
  const ids = JSON.stringify(ceilings.map(({ id }) => id));
  if (ceilings.length === 0) return { ceilings: ids, cost, months: [] };
  const tokens = call.promptTokens + answerTokens;
  const held = await reserveInCeilings({ ids, tokens, cost, month: monthOf(now), latestMonth: latestMonthOf(now) });
  if (held.length < ceilings.length) refuse(room, call, now);
  return { ceilings: ids, cost, months: held.map(({ month }) => month) };
}

/**
 * Throws `aiTokenLimitExceeded` with the name of the ceiling that is used up, or `requestTooFrequent` if only calls in
 * progress leave no room.
 */
export function refuse({ ceilings, prices }: Room, call: Call, now: number): never {
  const current = ceilings.map((ceiling) => currentOf(ceiling, now));
  const isFull = (ceiling: Current) => answerRoom(ceiling, call, prices) < 1;
  const isUsedUp = (ceiling: Current) => isFull({ ...ceiling, reserved: 0, reservedCost: 0 });
  const usedUp = current.find(isUsedUp);
  const { groupName, monthlyTokens, monthlyCost, used, usedCost } = usedUp ?? current.find(isFull) ?? current[0]!;
  const data = {
    ceiling: groupName === null ? 'installation' : 'group',
    ...(groupName === null ? {} : { group: groupName }),
    monthlyTokens,
    monthlyUsed: used,
    monthlyCost: monthlyCost === null ? null : toUnits(monthlyCost),
    monthlyUsedCost: toUnits(usedCost),
    resetsAt: new Date(endOfMonth(monthOf(now))).toISOString(),
  };
  const values = { group: groupName ?? '' };
  if (!usedUp) {
    const key = groupName === null ? 'aiInstallationBusy' : 'aiGroupBusy';
    throw new AppError('requestTooFrequent', { reason: { key, values }, data, retryAfterSeconds: RUNNING_SECONDS });
  }
  const key = groupName === null ? 'aiInstallationCeiling' : 'aiGroupCeiling';
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(data.resetsAt) - now) / 1000));
  throw new AppError('aiTokenLimitExceeded', { reason: { key, values }, data, retryAfterSeconds });
}

type Settled = { ceilings: string; reserved: number; reservedCost: number; month: string };

/** Releases a reservation and charges its month. */
export async function settleBelow(call: Settled, used: { tokens: number; cost: number }): Promise<void> {
  if (call.ceilings === '[]') return;
  await lockCeilings();
  const { ceilings: ids, reserved, reservedCost, month } = call;
  await settleInCeilings({ ids, reserved, reservedCost, ...used, month });
}

type Current = Pick<CeilingRow, 'groupName'> & {
  monthlyTokens: number | null;
  monthlyCost: number | null;
  used: number;
  usedCost: number;
  reserved: number;
  reservedCost: number;
};

const optional = (value: number | null) => (value === null ? null : Number(value));

/** Returns a ceiling with the sums of the current month; PostgreSQL returns large numbers as text. */
export function currentOf(ceiling: CeilingRow, now: number): Current {
  const isCurrent = isCurrentMonth(ceiling.month, now);
  return {
    groupName: ceiling.groupName,
    monthlyTokens: optional(ceiling.monthlyTokens),
    monthlyCost: optional(ceiling.monthlyCost),
    used: isCurrent ? Number(ceiling.used) : 0,
    usedCost: isCurrent ? Number(ceiling.usedCost) : 0,
    reserved: Number(ceiling.reserved),
    reservedCost: Number(ceiling.reservedCost),
  };
}

/** Returns the longest answer that fits below a ceiling. */
function answerRoom(ceiling: Current, { promptTokens }: Call, prices: Room['prices']): number {
  const { monthlyTokens, monthlyCost, used, usedCost, reserved, reservedCost } = ceiling;
  const tokens = monthlyTokens === null ? Number.MAX_SAFE_INTEGER : monthlyTokens - used - reserved - promptTokens;
  const cost = (monthlyCost ?? 0) - usedCost - reservedCost - promptTokens * prices.prompt;
  const isCostly = monthlyCost !== null && prices.completion > 0;
  return Math.min(tokens, isCostly ? Math.floor(cost / prices.completion) : Number.MAX_SAFE_INTEGER);
}
