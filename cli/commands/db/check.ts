import { checkAll } from '#app/services/maintenance/check/check-all.ts';
import type { Finding } from '#app/services/maintenance/check/finding.ts';
import { CheckFailed } from '#cli/exit.ts';
import { lowerPriority } from '#cli/lower-priority.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function checkCommand({ repair = false, format }: { repair?: boolean; format: Format }): Promise<void> {
  const { t, say } = terminal();
  const found: Finding[] = [];
  lowerPriority();
  await withServices(async () => {
    for await (const finding of checkAll({ repair })) found.push(finding);
  }, 'files');
  const rows = found.map(({ area, problem, subject, detail, repaired }) =>
    format === 'table'
      ? {
          [t('cli.check.columns.area')]: t(`cli.check.areas.${area}`),
          [t('cli.check.columns.problem')]: t(`cli.check.problems.${problem}`),
          [t('cli.check.columns.subject')]: [subject, detail].filter(Boolean).join(' · '),
          [t('cli.check.columns.repaired')]: t(repaired ? 'cli.check.mended' : 'cli.check.left'),
        }
      : { area, problem, subject, detail, repaired },
  );
  printRows(rows, format);
  const left = found.filter(({ repaired }) => !repaired).length;
  if (found.length > left) say(t('cli.check.repaired', { count: found.length - left }));
  say(t(left === 0 ? 'cli.check.sound' : 'cli.check.found', { count: left }));
  if (left > 0) throw new CheckFailed();
}
