import { useSyncExternalStore } from 'react';
import { useLanguage } from '#app/i18n/use-texts.ts';

const subscribe = () => () => {};
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Renders an instant in full: in the browser's time zone, and without scripts in UTC. */
export function FullDate({ at }: { at: string }) {
  const timeZone = useSyncExternalStore(subscribe, browserZone, () => 'UTC');
  const format = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const text = format.format(new Date(at));
  return <time dateTime={at}>{timeZone === 'UTC' ? `${text} UTC` : text}</time>;
}
