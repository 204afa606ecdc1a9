/** Jobs that run once a day, by name. */
export const DAILY_JOBS = ['purge-accounts', 'prune-files', 'remove-expired', 'render-outdated'] as const;
/** All scheduled jobs. `backup` runs by `BACKUP_CRON`. */
export const JOB_NAMES = [...DAILY_JOBS, 'backup'] as const;

export type DailyJob = (typeof DAILY_JOBS)[number];
export type JobName = (typeof JOB_NAMES)[number];
