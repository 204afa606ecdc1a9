import type { TFunction } from 'i18next';
import type { JobName } from '#app/schemas/job-names.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { latestInstant } from '#app/services/clock.ts';
import { type JobEntry, listJobs } from '#app/services/maintenance/schedule/list-jobs.ts';
import { runJob } from '#app/services/maintenance/schedule/run-job.ts';
import { readableInstant } from '#cli/output/instants.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function jobListCommand({ format }: { format: Format }): Promise<void> {
  const { t } = terminal();
  const jobs = await withServices(() => listJobs(OPERATOR));
  printRows(format === 'table' ? jobs.map((job) => readable(job, t)) : jobs, format);
}

function readable({ name, cron, lastRunAt, lastOutcome, lastEndedAt, nextRunAt }: JobEntry, t: TFunction) {
  const isDue = nextRunAt !== null && Date.parse(nextRunAt) <= Date.now();
  const begun = readableInstant(lastRunAt ?? lastEndedAt);
  const isAhead = lastRunAt !== null && Date.parse(lastRunAt) > latestInstant();
  const rhythm = name === 'backup' ? (cron ?? t('cli.job.off')) : t('cli.job.daily');
  return {
    [t('cli.job.name')]: name,
    [t('cli.job.schedule')]: rhythm,
    [t('cli.job.lastRun')]: isAhead ? t('cli.job.ahead', { at: begun }) : begun || t('cli.job.never'),
    [t('cli.job.outcome')]: lastOutcome
      ? `${t(`cli.job.outcomes.${lastOutcome}`)} ${endAfter(begun, readableInstant(lastEndedAt))}`.trim()
      : '',
    [t('cli.job.nextRun')]: isDue ? t('cli.job.due') : readableInstant(nextRunAt),
  };
}

/** Omits the date of the end if it equals that of the start, so that the table fits into 80 columns. */
const endAfter = (begun: string, ended: string) => (ended.startsWith(begun.slice(0, 10)) ? ended.slice(11) : ended);

/** Ctrl+C stops the job between two steps; a second one ends the process. */
export async function jobRunCommand(name: JobName, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  const startedAt = Date.now();
  const counts = await withServices(() => runJob(OPERATOR, name, stopping.signal), 'files');
  const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
  printRows([{ name, seconds, ...counts }], format);
  say(t(stopping.signal.aborted ? 'cli.job.stopped' : 'cli.job.done', { name, seconds }));
}
