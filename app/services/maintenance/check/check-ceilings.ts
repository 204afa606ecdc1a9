import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { instantsOf } from '#app/services/quotas/calendar-month.ts';
import { lockCeilings } from '#app/services/quotas/reserve-in-ceilings.ts';
import { inTransaction, models } from '#db/connection.ts';
import { type CountedCeiling, countCeiling, findCeilings, sumSettledCalls } from '#db/queries/ai-ceilings.ts';

type Sums = { used: number; usedCost: number; reserved: number; reservedCost: number };
type Name = keyof Sums;

/**
 * Checks the running sums of AI ceilings. Reserved tokens equal those of open calls that name the ceiling. Used tokens
 * are at least those of calls that name it, and at most those of all its people, as a new ceiling also counts their
 * earlier calls.
 */
export async function* checkCeilings(repair: boolean): AsyncGenerator<Finding> {
  for (const { id } of await findCeilings({})) {
    // Check again under the lock, as a call may have been settled meanwhile.
    if ((await wrongIn(id)).length > 0) yield* await checkUnderLock(id, repair);
  }
}

function checkUnderLock(id: string, repair: boolean): Promise<Finding[]> {
  return inTransaction(async () => {
    await lockCeilings();
    const wrong = await wrongIn(id);
    if (repair && wrong.length > 0) {
      const mended = Object.fromEntries(wrong.map(({ name, counted }) => [name, counted]));
      await (await models()).AiCeiling.update(mended, { where: { id } });
    }
    return wrong.map(({ name, detail }) =>
      finding('quotas', name.startsWith('used') ? 'used' : 'reserved', `${id} ${name}`, { detail, repaired: repair }),
    );
  });
}

type Wrong = { name: Name; counted: number; detail: string };

async function wrongIn(id: string): Promise<Wrong[]> {
  const { AiCeiling } = await models();
  const ceiling = await AiCeiling.findByPk(id);
  if (!ceiling) return [];
  const within = instantsOf(ceiling.month);
  const named = sumsOf((await countCeiling({ id, ...within }))[0]!);
  const wrong = (name: Name, counted: number): Wrong => ({ name, counted, detail: `${ceiling[name]} ≠ ${counted}` });
  const reserved = (['reserved', 'reservedCost'] as const)
    .filter((name) => Number(ceiling[name]) !== named[name])
    .map((name) => wrong(name, named[name]));
  const [all, own] = [await settled(within, ''), await settled(within, ceiling.groupId ?? '')];
  const used = (['used', 'usedCost'] as const)
    .filter((name) => Number(ceiling[name]) < named[name] || Number(ceiling[name]) > all[name])
    .map((name) => wrong(name, Math.max(named[name], own[name])));
  return [...used, ...reserved];
}

async function settled(within: { from: number; until: number }, groupId: string) {
  const [sums] = await sumSettledCalls({ ...within, groupId });
  return { used: Number(sums!.tokens), usedCost: Number(sums!.cost) };
}

const sumsOf = ({ used, usedCost, reserved, reservedCost }: CountedCeiling): Sums => ({
  used: Number(used),
  usedCost: Number(usedCost),
  reserved: Number(reserved),
  reservedCost: Number(reservedCost),
});
