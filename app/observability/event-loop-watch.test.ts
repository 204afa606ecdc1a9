import { afterEach, expect, test, vi } from 'vitest';
import { watchEventLoop } from '#app/observability/event-loop-watch.ts';
import { log } from '#app/observability/log.ts';
import { noteWork } from '#app/observability/running-work.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test('S4: a stall of the event loop is told with what was under way', async () => {
  const warn = vi.spyOn(log, 'warn');
  const stop = watchEventLoop();
  const end = noteWork({ kind: 'request', name: () => 'POST /api/documents' });
  block(400);
  end();
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 5000 });
  stop();
  const [fields] = warn.mock.calls[0] as unknown as [{ event: string; stalledMs: number; work: string[] }];
  expect(fields).toMatchObject({ event: 'event-loop-stalled', work: ['request POST /api/documents'] });
  expect(fields.stalledMs).toBeGreaterThanOrEqual(200);
});
