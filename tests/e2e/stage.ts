import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { workersChromium } from '#tests/e2e/chromium.ts';
import { closeWindows } from '#tests/e2e/windows.ts';
import { sharedServer } from '#tests/support/api-server.ts';
import { migratedFolder } from '#tests/support/database.ts';
import { type Place, type RunningServer, startServer } from '#tests/support/server.ts';

export type Stage<Server extends Place = Place> = { browser: Browser; server: Server };
type Options = {
  /** A service that Arbor uses. Starts before the server and stops after it. */
  beside?: { start: () => Promise<unknown>; stop: () => unknown };
  /** Environment for the server, evaluated once that service runs. */
  env?: () => Record<string, string>;
};

/** Provides the worker's browser and shared server. A suite must use only its own people and documents. */
export function setStage(): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    stage.browser = await workersChromium();
    stage.server = sharedServer();
  });
  afterAll(() => closeWindows(stage.browser));
  return stage;
}

/** Provides the worker's browser and a separate server, for a suite that configures it or counts all rows. */
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
    await closeWindows(stage.browser);
    await stage.server?.remove();
    await beside?.stop();
  });
  return stage;
}
