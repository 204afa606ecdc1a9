import { PassThrough } from 'node:stream';
import { render } from 'ink';
import { expect, test, vi } from 'vitest';
import { translator } from '#app/i18n/translations.ts';
import type { UserUsage } from '#app/services/quotas/report-usage.ts';
import { UsageScreen } from '#cli/screens/usage-screen.tsx';
import type { UsageView } from '#cli/screens/usage-view.ts';
import type { UsageSource } from '#cli/screens/use-report.ts';

const START: UsageView = {
  ...{ month: '2026-01', by: 'user', sort: 'tokens', filter: '' },
  ...{ isTyping: false, selected: 0, inside: null, asks: null },
};
const DOWN = '\u001b[B';

/** Renders the screen on streams. `last()` returns its latest frame. */
function show(source: UsageSource, { columns = 80, rows = 20, start = START } = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {}, ref() {}, unref() {} });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns, rows });
  let frame = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    frame = text;
  });
  const screen = render(
    <UsageScreen t={translator('en')} source={source} start={start} refreshEvery={null} isColoured={false} />,
    { stdin: stdin as never, stdout: stdout as never, debug: true, patchConsole: false, exitOnCtrlC: false },
  );
  const shows = (text: string) => expect.poll(() => frame).toContain(text);
  return { press: (keys: string) => stdin.write(keys), shows, last: () => frame, close: () => screen.unmount() };
}

const listOf = (...emails: string[]): UsageSource => {
  const items = emails.map(usageOf);
  const load = async () => ({ items, total: items.length, page: 1, limit: 200, totals: items[0]! });
  return { load, reset: async () => undefined };
};

const usageOf = (email: string): UserUsage => ({
  ...{ userId: email, email, monthlyUsed: 5, monthlyLimit: 10, lastResetDate: '2026-01-01' },
  ...{ requests: 1, promptTokens: 5, completionTokens: 0, totalTokens: 5 },
});

test('while a reset runs, a second yes resets nothing and other keys move the selection, which stays', async () => {
  const items = ['ada@example.com', 'ben@example.com'].map(usageOf);
  const totals = items[0]!;
  const load = vi.fn(async () => ({ items, total: 2, page: 1, limit: 200, totals }));
  const { promise, resolve } = Promise.withResolvers<void>();
  const reset = vi.fn(() => promise);
  const screen = show({ load, reset });
  try {
    await screen.shows('▸ ada@');
    screen.press('r');
    await screen.shows('Begin the month anew for ada@');
    screen.press('y');
    await expect.poll(() => reset.mock.calls.length).toBe(1);
    screen.press('y');
    screen.press(DOWN);
    await screen.shows('▸ ben@');
    const loads = load.mock.calls.length;
    resolve();
    await expect.poll(() => load.mock.calls.length).toBe(loads + 1);
    await screen.shows('▸ ben@');
    expect([reset.mock.calls, screen.last()]).toEqual([[['ada@example.com']], expect.not.stringContaining('anew')]);
  } finally {
    screen.close();
  }
});

test('Ctrl+W removes the last word of the filter, Ctrl+U all of it', async () => {
  const screen = show(listOf('ada@example.com'));
  try {
    await screen.shows('▸ ada@');
    screen.press('/');
    await screen.shows('Filter: ▏');
    screen.press('ada example');
    await screen.shows('Filter: ada example▏');
    screen.press('\u0017');
    await screen.shows('Filter: ada ▏');
    screen.press('\u0015');
    await screen.shows('Filter: ▏');
  } finally {
    screen.close();
  }
});

test('the days of one person show no filter, as it filters the people', async () => {
  const inside = { userId: 'ada', email: 'ada@example.com', cameFrom: 0 };
  const screen = show(listOf('ada@example.com'), { start: { ...START, filter: 'EXAMPL', inside } });
  try {
    await screen.shows('requests: 1');
    expect(screen.last()).not.toContain('EXAMPL');
  } finally {
    screen.close();
  }
});

test('a low window shows title, rows and keys', async () => {
  const screen = show(listOf('ada@example.com', 'ben@example.com', 'cora@example.com'), { columns: 30, rows: 5 });
  try {
    await screen.shows('▸ ada@');
    screen.press(DOWN);
    await screen.shows('▸ ben@');
    screen.press(DOWN);
    await screen.shows('▸ cora@');
    expect(screen.last()).toContain('q quit');
  } finally {
    screen.close();
  }
});
