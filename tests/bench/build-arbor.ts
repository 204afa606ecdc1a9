import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
/** Path of the built server in a source tree. */
export const BUILT_SERVER = 'build/server/server.js';
const SERVER = join(ROOT, BUILT_SERVER);
const SOURCES = ['app', 'cli', 'db', 'public', 'scripts', 'package.json', 'vite.config.ts', 'react-router.config.ts'];

/** Builds if sources are newer. Unlike `npm start` it never installs, as a benchmark must not change dependencies. */
export function buildArbor(): void {
  if (existsSync(SERVER) && statSync(SERVER).mtimeMs > newest()) return;
  process.stderr.write('Building Arbor …\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: '' },
  });
  if (status !== 0) throw new Error('Arbor did not build');
}

function newest(): number {
  const times = SOURCES.flatMap((source) => {
    const path = join(ROOT, source);
    if (!statSync(path).isDirectory()) return [statSync(path).mtimeMs];
    return readdirSync(path, { recursive: true }).map((name) => statSync(join(path, String(name))).mtimeMs);
  });
  return times.reduce((latest, time) => Math.max(latest, time), 0);
}
