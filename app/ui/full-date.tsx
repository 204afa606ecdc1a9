import { useLanguage } from '#app/i18n/use-texts.ts';

/** Renders an instant in full, in UTC, so that server and browser agree. */
export function FullDate({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={at}>{`${format.format(new Date(at))} UTC`}</time>;
}
