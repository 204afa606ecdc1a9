import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { translator } from '#app/i18n/translations.ts';
import { type Counts, progressLines } from '#cli/screens/progress/progress-lines.ts';

const COUNTS: Counts = {
  phase: 'files',
  done: 1234,
  total: 12_340,
  rows: 12_345_678,
  files: 1234,
  bytes: 20 * 1024 ** 3,
};

test.each(['en', 'zh'] as const)(
  'no line of the progress is longer than the screen, from 40 columns on (%s)',
  (lng) => {
    for (let columns = 40; columns <= 160; columns += 1)
      for (const phase of ['checking', 'files', 'rows', 'index', 'inspecting'] as const)
        for (const line of progressLines({ ...COUNTS, phase }, 4_000_000, columns, translator(lng)))
          expect([columns, line, stringWidth(line) <= columns]).toEqual([columns, line, true]);
  },
);

test('phase, share, counts and rates are said; nothing is said of what there is none of', () => {
  const t = translator('en');
  expect(progressLines(COUNTS, 3_723_000, 80, t)).toEqual([
    'Files  1\u2009234 / 12\u2009340',
    `████${'░'.repeat(36)} 10 %`,
    '12\u2009345\u2009678 rows  3\u2009316 rows/s',
    '1\u2009234 files  20\u2009480 MiB  6 MiB/s',
    '1:02:03 so far',
  ]);
  const start: Counts = { phase: 'index', done: 0, total: 0, rows: 0, files: 0, bytes: 0 };
  expect(progressLines(start, 0, 80, t)).toEqual(['Search index', '0:00 so far']);
});
