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
 * The suffix of a file selects its suite. `x.test.ts` needs only Node. `x.db.test.ts` runs on both databases, as does
 * `x.env.db.test.ts`, in a process that it configures. `x.api.test.ts` uses the built server or CLI. `x.e2e.test.ts`
 * uses Chromium. Without `isolate` a worker loads each module once for all its files.
 */
export default defineConfig({
  define: { __ARBOR_VERSION__: JSON.stringify(packageJson.version) },
  test: {
    // A file waits for its browser and servers a third of the time.
    maxWorkers: 3,
    env: { LOG_LEVEL: 'silent' },
    // Long enough for a busy machine; a test that is stuck still fails.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
    projects: [
      project('unit', {
        include: ['**/*.test.{ts,tsx,js}'],
        exclude: [...NEVER, WITH_SERVICES],
        // With a secret, the configuration is complete without a data folder.
        env: { SESSION_SECRET: 'the secret of tests without a folder' },
        testTimeout: process.env.TEST_LENGTH === 'long' ? 600_000 : 60_000,
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

/** Creates a project. All are in one group, so that a worker without files of one suite continues with the next. */
function project(name: string, options: ProjectOptions) {
  const include = [`**/*.${name}.test.{ts,tsx,js}`];
  return { extends: true as const, test: { name, include, exclude: NEVER, ...options } };
}
