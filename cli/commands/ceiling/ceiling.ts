import { OPERATOR } from '#app/services/access/administrator.ts';
import { type Ceiling, listCeilings, removeCeiling, setCeiling } from '#app/services/quotas/change-ceiling.ts';
import { requireNamed } from '#cli/commands/group/group.ts';
import { NotFoundError, UsageError } from '#cli/exit.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { format: Format; group?: string; tokens?: number; cost?: number };

export async function ceilingListCommand({ format }: Options): Promise<void> {
  const { t, say } = terminal();
  const ceilings = await withServices(() => listCeilings(OPERATOR));
  print(ceilings, format);
  say(t('cli.ceiling.listed', { count: ceilings.length }));
}

export async function ceilingSetCommand({ group, tokens, cost, format }: Options): Promise<void> {
  const { t, say } = terminal();
  if (tokens === undefined && cost === undefined) throw new UsageError(t('cli.ceiling.needsLimit'));
  const ceiling = await withServices(async () => {
    const groupId = await idOf(group);
    await setCeiling(OPERATOR, groupId, { monthlyTokens: tokens ?? null, monthlyCost: cost ?? null });
    return findCeiling(groupId);
  });
  print([ceiling!], format);
  say(t('cli.ceiling.wasSet'));
}

export async function ceilingRemoveCommand({ group, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const ceiling = await withServices(async () => {
    const groupId = await idOf(group);
    const found = await findCeiling(groupId);
    if (!found) throw new NotFoundError(t('cli.ceiling.none'));
    await removeCeiling(OPERATOR, groupId);
    return found;
  });
  print([ceiling], format);
  say(t('cli.ceiling.wasRemoved'));
}

const idOf = async (group: string | undefined) => (group === undefined ? null : (await requireNamed(group)).id);

const findCeiling = async (groupId: string | null) =>
  (await listCeilings(OPERATOR)).find((ceiling) => ceiling.groupId === groupId);

function print(ceilings: Ceiling[], format: Format): void {
  const { t } = terminal();
  const readable = (ceiling: Ceiling) => ({
    [t('cli.ceiling.columns.scope')]: ceiling.groupName ?? t('admin.usage.ceilings.installation'),
    [t('cli.ceiling.columns.tokens')]: ceiling.monthlyTokens ?? '',
    [t('cli.ceiling.columns.used')]: ceiling.monthlyUsed,
    [t('cli.ceiling.columns.cost')]: ceiling.monthlyCost ?? '',
    [t('cli.ceiling.columns.usedCost')]: ceiling.monthlyUsedCost,
  });
  printRows(format === 'table' ? ceilings.map(readable) : ceilings, format);
}
