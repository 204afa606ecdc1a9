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
function show(source: UsageSource) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {}, ref() {}, unref() {} });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 20 });
  let frame = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    frame = text;
  });
  const screen = render(
    <UsageScreen t={translator('en')} source={source} start={START} refreshEvery={null} isColoured={false} />,
    { stdin: stdin as never, stdout: stdout as never, debug: true, patchConsole: false, exitOnCtrlC: false },
  );
  const shows = (text: string) => expect.poll(() => frame).toContain(text);
  return { press: (keys: string) => stdin.write(keys), shows, last: () => frame, close: () => screen.unmount() };
}

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
