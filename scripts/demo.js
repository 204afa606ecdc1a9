// `npm run demo`: an installation with example people, documents and AI usage in a temporary folder, removed at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, prepare, ROOT } from './prepare.js';
import { runNode, SERVER_ENV, SERVER_FLAGS } from './run-node.js';

prepare();
const folder = mkdtempSync(join(tmpdir(), 'arbor-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const env = { DATA_DIR: folder, DATABASE_URL: '', ADMIN_EMAILS: 'ada@example.com' };
const seed = join(ROOT, 'tests/demo/seed.ts');
const options = {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, ...env, LOG_LEVEL: 'silent' },
};
const { status } = spawnSync(NODE, [seed], options);
if (status !== 0) process.exit(status ?? 1);
runNode([...SERVER_FLAGS, join(ROOT, 'build/server/server.js')], { ...SERVER_ENV, ...env, NODE_ENV: 'production' });
