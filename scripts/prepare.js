// Runs before anything is installed, on the machine's Node: plain JavaScript that imports built-in modules only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
/** Node 24, installed as a dependency. Arbor runs on it whatever Node runs the launcher. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

const INSTALLED = join(ROOT, 'node_modules/.arbor-installed');
const BUILT = join(ROOT, 'build/.arbor-built');
/** Names the process that installs or builds. Lies outside of `node_modules` and `build`, which either replaces. */
const LOCK = join(ROOT, '.arbor-preparing');
const LOOK_EVERY_MS = 200;
const FOREIGN_MS = 10 * 60 * 1000;
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
  const isRelease = existsSync(join(ROOT, RELEASE_MARK));
  const isInstalled = () => existsSync(NODE) && (isRelease || isStamped(INSTALLED, lockfileHash()));
  const isBuilt = () =>
    isRelease || !build || (isStamped(BUILT, fingerprint()) && existsSync(join(ROOT, 'build/server/server.js')));
  if (isInstalled() && isBuilt()) return;
  lock();
  // Another process may have done it meanwhile.
  if (!isInstalled()) {
    step('Installing', 'npm', ['ci', ...(isRelease ? ['--omit=dev'] : []), ...QUIET]);
    if (!isRelease) writeFileSync(INSTALLED, lockfileHash());
  }
  if (!isBuilt()) {
    const sources = fingerprint();
    rmSync(BUILT, { force: true });
    step('Building', 'npm', ['run', '--silent', 'build']);
    mkdirSync(join(ROOT, 'build'), { recursive: true });
    writeFileSync(BUILT, sources);
  }
  unlock();
}

/** Waits until no other process installs or builds in this folder. */
function lock() {
  for (let isTold = false; !isTaken(); isTold = true) {
    if (!isTold) process.stderr.write(`Waiting for another start that installs or builds (${LOCK}) …\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
  process.once('exit', unlock);
}

function unlock() {
  process.off('exit', unlock);
  rmSync(LOCK, { force: true });
}

function isTaken() {
  if (isHeld(LOCK)) return false;
  removeVoid();
  // Created under another name, so that the lock is never empty. A link fails if the lock exists.
  const own = `${LOCK}.${process.pid}`;
  try {
    writeFileSync(own, JSON.stringify({ host: hostname(), pid: process.pid }));
    linkSync(own, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes a lock whose process has ended. Another process may replace it meanwhile: its lock is put back. */
function removeVoid() {
  const moved = `${LOCK}.void.${process.pid}`;
  try {
    renameSync(LOCK, moved);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (isHeld(moved)) renameSync(moved, LOCK);
  else rmSync(moved);
}

/** Returns true while the process named by a lock runs. That of another machine is assumed to run for ten minutes. */
function isHeld(file) {
  try {
    const { mtimeMs } = statSync(file);
    const { host, pid } = JSON.parse(readFileSync(file, 'utf8'));
    if (host !== hostname()) return Date.now() - mtimeMs < FOREIGN_MS;
    const isOfEarlierBoot = mtimeMs < Date.now() - uptime() * 1000;
    if (pid === process.pid || isOfEarlierBoot) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');

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
