import type { TFunction } from 'i18next';
import type { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { bar, grouped, joined } from '#cli/screens/draw.ts';

const MIB = 1024 * 1024;
const BAR_MAX = 40;
/** Room for `100 %` and its gap. */
const SHARE_CELLS = 6;

export type Counts = Pick<BackupProgress, 'phase' | 'done' | 'total' | 'rows' | 'files' | 'bytes'>;

/** Draws phase, bar, counts and rates in lines of at most `columns` cells. */
export function progressLines(counts: Counts, elapsedMs: number, columns: number, t: TFunction): string[] {
  const { phase, done, total } = counts;
  const width = Math.min(BAR_MAX, columns - SHARE_CELLS);
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const drawn = bar(share, width).padEnd(width, '░');
  const place = total > 0 ? `  ${grouped(done)} / ${grouped(total)}` : '';
  return [
    joined([t(`cli.progress.phases.${phase}`), place.trim()].filter(Boolean), columns),
    ...(total > 0 ? [`${drawn} ${Math.floor(share * 100)} %`] : []),
    ...countLines(counts, elapsedMs, columns, t),
  ];
}

function countLines({ rows, files, bytes }: Counts, elapsedMs: number, columns: number, t: TFunction): string[] {
  const seconds = Math.max(1, elapsedMs / 1000);
  const each = (count: number) => grouped(Math.round(count));
  const lines = [
    rows > 0 && [
      t('cli.progress.counts.rows', { number: each(rows) }),
      t('cli.progress.counts.rate', { number: each(rows / seconds) }),
    ],
    files > 0 && [
      t('cli.progress.counts.files', { number: each(files) }),
      t('cli.progress.counts.bytes', { number: each(bytes / MIB) }),
      t('cli.progress.counts.byteRate', { number: each(bytes / MIB / seconds) }),
    ],
    [t('cli.progress.elapsed', { time: clock(elapsedMs) })],
  ];
  return lines.filter((parts) => parts !== false).map((parts) => joined(parts, columns));
}

const two = (number: number) => String(number).padStart(2, '0');

/** Formats `1:02:03`, without hours `2:03`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
