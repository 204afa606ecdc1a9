import { nextChange } from '#app/features/shell/next-change.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useServerOnly } from '#app/features/shell/server-only.tsx';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const SIZES = import.meta.env.SSR ? UNITS.map(([, size]) => size) : [];

/** Renders a relative time ("3 hours ago") by the server's clock, with the exact instant in the title. */
export function TimeAgo({ at }: { at: string }) {
  const t = useTexts();
  const lng = useLanguage();
  const seconds = Math.max(0, Math.round(((useRootData()?.now ?? Date.parse(at)) - Date.parse(at)) / 1000));
  const unit = UNITS.find(([, size]) => seconds >= size);
  const { noteChange } = useServerOnly();
  if (import.meta.env.SSR) noteChange?.(Date.parse(at) + 1000 * (nextChange(seconds, SIZES) - 0.5));
  const text = unit ? formatOf(lng).format(-Math.floor(seconds / unit[1]), unit[0]) : t('time.now');
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`} suppressHydrationWarning>
      {text}
    </time>
  );
}

const formats = new Map<string, Intl.RelativeTimeFormat>();

/**
 * Cached: creating a format costs more than using it a hundred times. Always numeric, as an age in days is not the
 * calendar's "yesterday".
 */
function formatOf(lng: string): Intl.RelativeTimeFormat {
  const known = formats.get(lng) ?? new Intl.RelativeTimeFormat(lng);
  formats.set(lng, known);
  return known;
}
