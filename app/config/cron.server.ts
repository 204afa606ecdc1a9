/** A schedule in UTC: the matching values for each field of a crontab. */
export type Cron = {
  minutes: Set<number>;
  hours: Set<number>;
  days: Set<number>;
  months: Set<number>;
  weekdays: Set<number>;
};

const FIELDS = [
  ['minutes', 0, 59],
  ['hours', 0, 23],
  ['days', 1, 31],
  ['months', 1, 12],
  ['weekdays', 0, 7],
] as const;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Parses five fields of a crontab (`*`, numbers, ranges, lists, steps); null if they are malformed. */
export function parseCron(text: string): Cron | null {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) return null;
  const parsed = FIELDS.map(([name, min, max], at) => [name, valuesOf(fields[at]!, min, max)] as const);
  if (parsed.some(([, values]) => values === null)) return null;
  const cron = Object.fromEntries(parsed) as Cron;
  // Sunday is 0 and 7.
  if (cron.weekdays.has(7)) cron.weekdays.add(0);
  return cron;
}

function valuesOf(field: string, min: number, max: number): Set<number> | null {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [, all, from, to, step = '1'] = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    if (all === undefined && from === undefined) return null;
    const first = all ? min : Number(from);
    const last = all ? max : Number(to ?? from);
    if (first < min || last > max || first > last || Number(step) === 0) return null;
    for (let value = first; value <= last; value += Number(step)) values.add(value);
  }
  return values;
}

/** Longest look back: every day of the year is in it, the 29th of February too. */
export const WITHIN_YEARS_MS = 4 * 366 * DAY_MS;
export const WITHIN_DAY_MS = DAY_MS;

/** Returns the newest due minute up to `now` as an instant; null if there is none in the last `withinMs`. */
export function lastDue(cron: Cron, now: number, withinMs: number): number | null {
  let instant = now - (now % MINUTE_MS);
  const end = instant - withinMs;
  while (instant > end) {
    if (matches(cron, new Date(instant))) return instant;
    instant = matchesDay(cron, new Date(instant)) ? instant - MINUTE_MS : startOfDay(instant) - MINUTE_MS;
  }
  return null;
}

/** Returns the first due minute after `now` as an instant; null if there is none within four years. */
export function nextDue(cron: Cron, now: number): number | null {
  let instant = now - (now % MINUTE_MS) + MINUTE_MS;
  const end = now + WITHIN_YEARS_MS;
  while (instant < end) {
    if (matches(cron, new Date(instant))) return instant;
    instant = matchesDay(cron, new Date(instant)) ? instant + MINUTE_MS : startOfNextDay(instant);
  }
  return null;
}

const startOfDay = (instant: number) => instant - (instant % DAY_MS);
const startOfNextDay = (instant: number) => startOfDay(instant) + DAY_MS;

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns false for a schedule of days that no year has, such as the 31st of February. */
export const isEverDue = ({ days, months }: Cron): boolean =>
  [...months].some((month) => Math.min(...days) <= LONGEST_MONTHS[month - 1]!);

const matches = (cron: Cron, at: Date): boolean =>
  cron.minutes.has(at.getUTCMinutes()) && cron.hours.has(at.getUTCHours()) && matchesDay(cron, at);

const matchesDay = ({ days, months, weekdays }: Cron, at: Date): boolean =>
  days.has(at.getUTCDate()) && months.has(at.getUTCMonth() + 1) && weekdays.has(at.getUTCDay());
