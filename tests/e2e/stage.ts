import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '#tests/e2e/chromium.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

export type Stage = { browser: Browser; server: RunningServer };
type Options = {
  /** A service that Arbor speaks to; it runs before Arbor does and until after. */
  beside?: { start: () => Promise<unknown>; stop: () => unknown };
  /** Asked once that service runs. */
  env?: () => Record<string, string>;
};

/** A browser and a server of a suite's own, from before its first test until after its last. */
export function setStage({ beside, env }: Options = {}): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    await beside?.start();
    [stage.browser, stage.server] = await Promise.all([launchChromium(), startServer(env?.())]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.remove();
    await beside?.stop();
  });
  return stage;
}
