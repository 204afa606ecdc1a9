import { AppError } from '#app/errors.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { getGroupNamed } from '#app/services/groups/group-access.ts';
import { instantsOf, monthOf } from '#app/services/quotas/calendar-month.ts';
import { currentOf, lockCeilings } from '#app/services/quotas/reserve-in-ceilings.ts';
import { fromUnits, toUnits } from '#app/services/quotas/token-cost.ts';
import { inTransaction, models } from '#db/connection.ts';
import { countCeiling, findCeilings, sumSettledCalls } from '#db/queries/ai-ceilings.ts';

const INSTALLATION = 'installation';

/** Limits of a calendar month (UTC), null without one: tokens, and cost in units of the currency. */
export type CeilingLimits = { monthlyTokens: number | null; monthlyCost: number | null };
/** `groupId` and `groupName` are null for the installation. Reserved tokens are those of running calls. */
export type Ceiling = CeilingLimits & {
  groupId: string | null;
  groupName: string | null;
  monthlyUsed: number;
  monthlyUsedCost: number;
  reserved: number;
};

/** Lists the ceilings, the installation's first. Throws `permissionDenied`. */
export async function listCeilings(by: Administration): Promise<Ceiling[]> {
  requireAdministrator(by);
  const now = Date.now();
  const ceilings = (await findCeilings({})).map((row): Ceiling => {
    const { monthlyTokens, monthlyCost, used, usedCost, reserved } = currentOf(row, now);
    return {
      groupId: row.id === INSTALLATION ? null : row.id,
      groupName: row.groupName,
      monthlyTokens,
      monthlyCost: monthlyCost === null ? null : toUnits(monthlyCost),
      monthlyUsed: used,
      monthlyUsedCost: toUnits(usedCost),
      reserved,
    };
  });
  return ceilings.toSorted((a, b) => Number(b.groupId === null) - Number(a.groupId === null));
}

/** Returns one ceiling. Throws `permissionDenied`, `notFound`. */
export async function getCeiling(by: Administration, groupId: string | null): Promise<Ceiling> {
  const found = (await listCeilings(by)).find((ceiling) => ceiling.groupId === groupId);
  if (!found) throw new AppError('notFound');
  return found;
}

/**
 * Sets the ceiling of a group, or of the installation for null. A new one counts what its people have used this month
 * and holds what running calls reserved in an earlier one. Throws `permissionDenied`, `notFound` for an unknown group,
 * `validationFailed` without a limit.
 */
export async function setCeiling(by: Administration, groupId: string | null, limits: CeilingLimits): Promise<void> {
  requireAdministrator(by);
  const { monthlyTokens, monthlyCost } = limits;
  if (monthlyTokens === null && monthlyCost === null)
    throw new AppError('validationFailed', { fields: { monthlyTokens: [{ key: 'ceiling.empty' }] } });
  await inTransaction(async () => {
    const name = await nameOf(groupId);
    await lockCeilings();
    const id = groupId ?? INSTALLATION;
    const { AiCeiling } = await models();
    const changed = { monthlyTokens, monthlyCost: monthlyCost === null ? null : fromUnits(monthlyCost) };
    if (await AiCeiling.findByPk(id, { attributes: ['id'] })) await AiCeiling.update(changed, { where: { id } });
    else await AiCeiling.create({ id, groupId, ...changed, ...(await countedSoFar(id, groupId)) });
    await recordAct(by, { action: 'quota.ceiling-set', subject: id, detail: { name, monthlyTokens, monthlyCost } });
  });
}

/** Removes a ceiling; calls are no longer limited by it. Throws `permissionDenied`, `notFound`. */
export async function removeCeiling(by: Administration, groupId: string | null): Promise<void> {
  requireAdministrator(by);
  await inTransaction(async () => {
    const name = await nameOf(groupId);
    await lockCeilings();
    const id = groupId ?? INSTALLATION;
    if ((await (await models()).AiCeiling.destroy({ where: { id } })) === 0) throw new AppError('notFound');
    await recordAct(by, { action: 'quota.ceiling-remove', subject: id, detail: { name } });
  });
}

/** The built-in group is everybody, whose ceiling is the installation's. */
async function nameOf(groupId: string | null): Promise<string> {
  if (groupId === null) return INSTALLATION;
  if (groupId === EVERYONE_ID) throw new AppError('notFound');
  return (await getGroupNamed(groupId)).name;
}

/** Running calls may name a ceiling that was removed: they release their reservation in the new one. */
async function countedSoFar(id: string, groupId: string | null) {
  const month = monthOf(Date.now());
  const within = instantsOf(month);
  const [sums] = await sumSettledCalls({ ...within, groupId: groupId ?? '' });
  const [named] = await countCeiling({ id, ...within });
  const { reserved, reservedCost } = named!;
  const used = { used: Number(sums!.tokens), usedCost: Number(sums!.cost) };
  return { month, ...used, reserved: Number(reserved), reservedCost: Number(reservedCost) };
}
