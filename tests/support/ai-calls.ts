import { AppError } from '#app/errors.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { buildUser } from '#tests/support/factories.ts';

/** A call to reserve tokens for, of one of the given models. */
export const call = (promptTokens: number, models = ['small']) => ({
  feature: 'ask',
  models,
  documentId: null,
  promptTokens,
});

/** Usage of a successful call. */
export const taken = (promptTokens: number, completionTokens: number) =>
  ({ promptTokens, completionTokens, estimated: false, status: 'done' }) as const;

const OVER_LIMIT = ['aiTokenLimitExceeded', 'requestTooFrequent'];

/** Returns the reservation, or null if an allowance or ceiling refused it. Rethrows other errors. */
export async function reservedOrRefused<T>(reservation: Promise<T>): Promise<T | null> {
  try {
    return await reservation;
  } catch (error) {
    if (error instanceof AppError && OVER_LIMIT.includes(error.error)) return null;
    throw error;
  }
}

/** Creates a person with a monthly allowance of tokens. */
export async function allowed(monthlyLimit: number): Promise<Actor> {
  const actor = await buildUser();
  await setMonthlyLimit(OPERATOR, [actor.id], monthlyLimit);
  return actor;
}
