import { clearLimits, listLimits } from '#app/services/limits/manage-limits.ts';
import { UsageError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

const subjectOf = (text: string | undefined) => text?.trim().toLowerCase();

export async function limitListCommand(subject: string | undefined, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const entries = await withServices(() => listLimits(subjectOf(subject)));
  printRows(entries, format);
  say(t('cli.limit.listed', { count: entries.length }));
}

type ClearOptions = { all?: boolean; yes?: boolean };

export async function limitClearCommand(subject: string | undefined, { all, yes }: ClearOptions): Promise<void> {
  const { t, say } = terminal();
  if (Boolean(subject) === Boolean(all)) throw new UsageError(t('cli.limit.subject'));
  if (all) await requireConfirmation(t('cli.limit.confirm'), { yes: Boolean(yes), t });
  const count = await withServices(() => clearLimits(subjectOf(subject)));
  say(t('cli.limit.cleared', { count }));
}
