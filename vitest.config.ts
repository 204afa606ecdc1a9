import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };
import { SECRET } from './tests/support/secret.ts';

type ProjectOptions = NonNullable<TestProjectInlineConfiguration['test']>;

const NEVER = ['**/node_modules/**', '**/.git/**', 'build/**', 'data/**'];
/** Modules are loaded once for each worker: what a suite leaves behind in one is for its own process alone. */
const ON_SHARED_SERVERS = {
  globalSetup: ['tests/support/prepared-databases.ts', 'tests/support/shared-servers.ts'],
  env: { SESSION_SECRET: SECRET },
  isolate: false,
};
const WITH_SERVICES = '**/*.{db,api,e2e}.test.*';

/**
 * The suffix of a file chooses its suite, wherever it lies: `x.test.ts` needs nothing but Node, `x.db.test.ts` runs on a
 * database, `x.api.test.ts` speaks to the built server or runs the built command line, `x.e2e.test.ts` drives Chromium.
 */
export default defineConfig({
  define: { __ARBOR_VERSION__: JSON.stringify(packageJson.version) },
  test: {
    maxWorkers: 2,
    env: { LOG_LEVEL: 'silent' },
    // A machine that does other work takes its time; what holds a test up for good fails all the same.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
    projects: [
      project('unit', {
        include: ['**/*.test.{ts,tsx,js}'],
        exclude: [...NEVER, WITH_SERVICES],
        // The configuration is complete without a folder for data.
        env: { SESSION_SECRET: 'the secret of tests without a folder' },
        testTimeout: 60_000,
      }),
      project('db', {
        globalSetup: ['tests/support/prepared-databases.ts'],
        testTimeout: 180_000,
      }),
      project('api', {
        ...ON_SHARED_SERVERS,
        testTimeout: 180_000,
      }),
      project('e2e', {
        ...ON_SHARED_SERVERS,
        testTimeout: 300_000,
      }),
    ],
  },
});

/** Two cores: one project after the other, so that no browser waits for a password hash. */
function project(name: string, options: ProjectOptions) {
  const groupOrder = ['unit', 'db', 'api', 'e2e'].indexOf(name);
  const include = [`**/*.${name}.test.{ts,tsx,js}`];
  return { extends: true as const, test: { name, include, exclude: NEVER, sequence: { groupOrder }, ...options } };
}
