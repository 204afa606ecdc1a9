import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BUILT_SERVER, ROOT } from '#tests/bench/build-arbor.ts';
import { type Served, serve } from '#tests/bench/process.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/run-node.js';

/** Starts the built server like `npm start`, on a free port. `BENCH_PROFILE` names a folder for CPU profiles. */
export function startArbor(dataDir: string, more: Record<string, string> = {}, root = ROOT): Promise<Served> {
  const profiles = process.env.BENCH_PROFILE;
  const profiled = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
  const args = [...SERVER_FLAGS, ...profiled, join(root, BUILT_SERVER)];
  const env = { ...SERVER_ENV, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', RATE_LIMIT: 'off', ...more };
  return serve({ args, env: { ...env, NODE_COMPILE_CACHE: join(root, 'build/compile-cache') } });
}

export type Baselines = { string: Served; router: Served };

/** Starts the two baseline servers. Vite's output is written to `folder`. */
export async function startBaselines(folder: string, bodyFile: string): Promise<Baselines> {
  const source = join(import.meta.dirname, 'baseline');
  const env = { BASELINE_BUILD: folder, BASELINE_BODY: bodyFile };
  const command = join(ROOT, 'node_modules/@react-router/dev/bin.cjs');
  const built = spawnSync(process.execPath, [command, 'build', source], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) throw new Error('The baseline did not build');
  const string = await serve({ args: [join(source, 'serve-string.ts')], env });
  const router = await serve({ args: [join(source, 'serve-router.ts')], env });
  return { string, router };
}
