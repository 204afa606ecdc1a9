import { useLanguage } from '#app/i18n/use-texts.ts';

/** An instant in full, in UTC: the server and every reader say the same. */
export function FullDate({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={at}>{`${format.format(new Date(at))} UTC`}</time>;
}
