import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { translator } from '#app/i18n/translations.ts';
import type { Overview, Shown } from '#app/services/maintenance/processes/process-watch.ts';
import { fitLines, processLines, totalLines } from '#cli/screens/top-lines.ts';

const SHOWN: Shown = {
  requestsPerSecond: 12_345.6,
  errorsPerSecond: 0.5,
  p50Ms: 4.2,
  p99Ms: 31_000,
  loopDelayMs: 12.3,
  cpuPercent: 97,
  rssBytes: 512 * 1024 * 1024,
  statementsPerSecond: 98_765.4,
  slowStatements: 3,
  connectionsUsed: 10,
  connectionsWaiting: 4,
  connectionsMax: 10,
  unavailable: 2,
  liveDocuments: 120,
  liveConnections: 480,
  aiRunning: 7,
  aiCallsPerMinute: 40,
};
const process = {
  ...SHOWN,
  version: '0.2.0',
  startedAt: '2026-11-23T00:00:00.000Z',
  awaySeconds: null,
  jobs: ['backup'],
};
const VIEW: Overview = {
  database: 'PostgreSQL',
  total: SHOWN,
  processes: [
    { ...process, name: 'arbor-6d5f7c9b8-with-a-long-name-x2x4z:1' },
    { ...process, name: 'vm:31560', loopDelayMs: 240 },
    { ...process, name: 'vm:31561', awaySeconds: 12 },
  ],
  mailsWaiting: 5,
  mailsOldestSeconds: 61,
  isComplete: true,
};

test.each(['en', 'zh'] as const)('no line is longer than the screen, from 40 columns on (%s)', (lng) => {
  const t = translator(lng);
  for (let columns = 40; columns <= 200; columns += 1) {
    const lines = [...totalLines(VIEW, columns, t), ...processLines(VIEW, columns, t).map(({ text }) => text)];
    for (const line of lines) expect([columns, line, stringWidth(line) <= columns]).toEqual([columns, line, true]);
  }
});

test('a low screen cuts totals before processes, and never has more lines than rows', () => {
  const t = translator('en');
  const [totals, processes] = [totalLines(VIEW, 40, t), processLines(VIEW, 40, t)];
  for (let rows = 1; rows <= 20; rows += 1) {
    const fitted = fitLines(totals, processes, rows, t);
    const gap = fitted.totals.length > 0 ? 1 : 0;
    expect(fitted.totals.length + gap + fitted.processes.length).toBeLessThanOrEqual(rows);
    if (rows >= 3) expect(fitted.processes.length).toBeGreaterThanOrEqual(3);
  }
  expect(fitLines(totals, processes, 7, t)).toEqual({
    totals: totals.slice(0, 3),
    processes: [...processes.slice(0, 2), { text: 'and 2 more', state: 'head' }],
  });
  expect(fitLines(totals, processes, 20, t)).toEqual({ totals, processes });
});

test('columns are given up by worth; the number of a process stays', () => {
  const t = translator('en');
  const [narrowHead, narrow] = processLines(VIEW, 40, t).map(({ text }) => text);
  expect(narrowHead).toMatch(/^process +req\/s +p99 ms +loop ms$/);
  expect(narrow).toMatch(/^arbor-\S*…:1 +12346 +31s +12$/);
  const [wideHead, wide] = processLines(VIEW, 160, t).map(({ text }) => text);
  expect(wideHead).toMatch(/req\/s +err\/s +p50 ms +p99 ms +loop ms +cpu % +MiB +db\/s +slow +pool +live +AI$/);
  expect(wide).toMatch(/12346 +0\.5 +4\.2 +31s +12 +97 +512 +98765 +3 +10\/10 +120\/480 +7$/);
});

test('a process that is away or held up is told apart, and none is said', () => {
  const t = translator('en');
  expect(processLines(VIEW, 80, t).map(({ state }) => state)).toEqual(['head', 'here', 'slow', 'away']);
  expect(processLines(VIEW, 80, t).at(-1)?.text).toMatch(/^vm:31561 +no sign for 12 s$/);
  expect(processLines({ ...VIEW, processes: [] }, 80, t)).toEqual([
    { text: 'No server runs on this database', state: 'away' },
  ]);
});
