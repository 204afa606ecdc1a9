import type { useTexts } from '#app/i18n/use-texts.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats bytes in a readable unit. */
export function sizeText(t: ReturnType<typeof useTexts>, bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const rounded = size >= 10 || unit === 0 ? Math.round(size) : Math.round(size * 10) / 10;
  return t(`size.${UNITS[unit]!}`, { count: rounded });
}
