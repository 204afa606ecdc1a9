import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };
import { SECRET } from './tests/support/secret.ts';

type ProjectOptions = NonNullable<TestProjectInlineConfiguration['test']>;

const NEVER = ['**/node_modules/**', '**/.git/**', 'build/**', 'data/**'];
const ON_DATABASES = { globalSetup: ['tests/support/prepared-databases.ts'], testTimeout: 180_000 };
const ON_SHARED_SERVERS = {
  globalSetup: ['tests/support/prepared-databases.ts', 'tests/support/shared-servers.ts'],
  env: { SESSION_SECRET: SECRET },
  isolate: false,
};
const WITH_SERVICES = '**/*.{db,api,e2e}.test.*';
const WITH_ENVIRONMENT = '**/*.env.db.test.*';

/**
 * The suffix of a file chooses its suite, wherever it lies: `x.test.ts` needs nothing but Node, `x.db.test.ts` runs on
 * both databases, `x.env.db.test.ts` as well, in a process that it configures, `x.api.test.ts` speaks to the built server
 * or runs the built command line, `x.e2e.test.ts` drives Chromium. Without `isolate` a worker loads each module once for
 * all its files.
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
        isolate: false,
      }),
      project('db', {
        ...ON_DATABASES,
        exclude: [...NEVER, WITH_ENVIRONMENT],
        isolate: false,
      }),
      project('env.db', ON_DATABASES),
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

/** All are one group: the worker that has no file left of one suite begins with the next. */
function project(name: string, options: ProjectOptions) {
  const include = [`**/*.${name}.test.{ts,tsx,js}`];
  return { extends: true as const, test: { name, include, exclude: NEVER, ...options } };
}
