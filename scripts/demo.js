// `npm run demo`: an installation with example people, documents and AI usage in a temporary folder, removed at the end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, ROOT } from './prepare.js';
import { exitCodeOf, runNode, SERVER_ENV, SERVER_FLAGS, spawnNode } from './run-node.js';

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
const seeding = spawnNode([seed], options);
process.stderr.write('Filling an example installation …\n');
seeding.on('exit', (code, signal) => {
  if (code !== 0) process.exit(exitCodeOf(code, signal));
  runNode([...SERVER_FLAGS, join(ROOT, 'build/server/server.js')], { ...SERVER_ENV, ...env, NODE_ENV: 'production' });
});
