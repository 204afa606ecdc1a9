import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { listCeilings, removeCeiling } from '#app/services/quotas/change-ceiling.ts';
import { allowed } from '#tests/support/ai-calls.ts';

export const tokens = (monthlyTokens: number) => ({ monthlyTokens, monthlyCost: null });
export const cost = (monthlyCost: number) => ({ monthlyTokens: null, monthlyCost });

/** Creates people whose own allowances are never the limit. */
export const people = (count: number): Promise<Actor[]> =>
  Promise.all(Array.from({ length: count }, () => allowed(10_000_000)));

let made = 0;

export async function groupOf(members: Actor[]): Promise<{ id: string; name: string }> {
  made += 1;
  const name = `Group ${made}`;
  const id = await createGroup(OPERATOR, name);
  for (const { id: userId } of members) await addMember(OPERATOR, id, { userId });
  return { id, name };
}

/** Returns the ceiling of a group, or of the installation (null). */
export const ceilingOf = async (groupId: string | null) =>
  (await listCeilings(OPERATOR)).find((ceiling) => ceiling.groupId === groupId)!;

export async function removeCeilings(): Promise<void> {
  for (const { groupId } of await listCeilings(OPERATOR)) await removeCeiling(OPERATOR, groupId);
}

/** Returns the error with which a call is refused, or null. */
export const refusal = (call: Promise<unknown>) => call.then(() => null).catch((error) => error);
