// Runs before anything is installed, on the machine's Node: plain JavaScript that imports built-in modules only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
/** Node 24, installed as a dependency. Arbor runs on it whatever Node runs the launcher. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

const INSTALLED = join(ROOT, 'node_modules/.arbor-installed');
const BUILT = join(ROOT, 'build/.arbor-built');
const QUIET = ['--no-fund', '--no-audit', '--loglevel=error'];
const SOURCES = [
  'app',
  'cli',
  'db',
  'public',
  'scripts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];

/** Marks a release (scripts/release.js): its build is complete and its sources are not there. */
export const RELEASE_MARK = 'build/.arbor-release';

/** Installs and builds what is missing or older than its sources. Reports on stderr; exits the process on failure. */
export function prepare({ build = true } = {}) {
  if (existsSync(join(ROOT, RELEASE_MARK))) {
    if (!existsSync(NODE)) step('Installing', 'npm', ['ci', '--omit=dev', ...QUIET]);
    return;
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (!isStamped(INSTALLED, lock) || !existsSync(NODE)) {
    step('Installing', 'npm', ['ci', ...QUIET]);
    writeFileSync(INSTALLED, lock);
  }
  if (!build) return;
  const sources = fingerprint();
  if (isStamped(BUILT, sources) && existsSync(join(ROOT, 'build/server/server.js'))) return;
  step('Building', 'npm', ['run', '--silent', 'build']);
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(BUILT, sources);
}

function isStamped(file, stamp) {
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Hashes names, sizes and modification times of the sources. Reads no contents, so it takes milliseconds. */
function fingerprint() {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  const walk = (folder) => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (!/\.test\.\w+$/.test(entry.name)) add(path);
    }
  };
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    if (statSync(path).isDirectory()) walk(path);
    else add(path);
  }
  return hash.digest('hex');
}

/** Runs a command. Prints its output only if it fails. */
function step(title, command, args) {
  process.stderr.write(`${title} …\n`);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_ENV: '' },
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}${title} failed.\n`);
    process.exit(status ?? 1);
  }
}
