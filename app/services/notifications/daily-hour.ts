import { DAY_MS } from '#app/services/day.ts';

/** Local hour at which the daily mail is sent. */
const HOUR = 8;

/** Returns the next instant after `now` at which it is 8:00 in a time zone. */
export function nextDailyHour(timeZone: string, now: number): number {
  for (let days = 0; days < 3; days += 1) {
    const at = hourOfDay(timeZone, now + days * DAY_MS);
    if (at > now) return at;
  }
  return now + DAY_MS;
}

/** Returns 8:00 of the local day that contains an instant. */
function hourOfDay(timeZone: string, instant: number): number {
  const local = localTime(timeZone, instant);
  const wanted = Math.floor(local / DAY_MS) * DAY_MS + HOUR * 3600 * 1000;
  // The UTC offset may change between the instant and 8:00.
  const guess = wanted - (local - instant);
  return wanted - (localTime(timeZone, guess) - guess);
}

/** Returns the local time at an instant, encoded as if it were UTC. */
function localTime(timeZone: string, instant: number): number {
  const parts = formatFor(timeZone).formatToParts(instant);
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((type) =>
    Number(parts.find((part) => part.type === type)!.value),
  ) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second) + (instant % 1000);
}

const FORMATS_MAX = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    ...options,
    second: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  if (formats.size < FORMATS_MAX) formats.set(timeZone, format);
  return format;
}
