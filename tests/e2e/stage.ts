import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { workersChromium } from '#tests/e2e/chromium.ts';
import { sharedServer } from '#tests/support/api-server.ts';
import { migratedFolder } from '#tests/support/database.ts';
import { type Place, type RunningServer, startServer } from '#tests/support/server.ts';

export type Stage<Server extends Place = Place> = { browser: Browser; server: Server };
type Options = {
  /** A service that Arbor speaks to; it runs before Arbor does and until after. */
  beside?: { start: () => Promise<unknown>; stop: () => unknown };
  /** Asked once that service runs. */
  env?: () => Record<string, string>;
};

/** The worker's browser and the server that its suites share: a suite keeps to people and documents of its own. */
export function setStage(): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    stage.browser = await workersChromium();
    stage.server = sharedServer();
  });
  afterAll(() => closePages(stage));
  return stage;
}

/** The worker's browser, and a server for one suite, which configures it or counts all there is. */
export function setOwnStage({ beside, env }: Options = {}): Stage<RunningServer> {
  const stage = {} as Stage<RunningServer>;
  beforeAll(async () => {
    await beside?.start();
    [stage.browser, stage.server] = await Promise.all([
      workersChromium(),
      startServer({ DATA_DIR: await migratedFolder(), ...env?.() }),
    ]);
  });
  afterAll(async () => {
    await closePages(stage);
    await stage.server?.remove();
    await beside?.stop();
  });
  return stage;
}

/** Also those of a test that failed before it closed its own. */
async function closePages({ browser }: Stage): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
