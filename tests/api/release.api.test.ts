import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { until } from '#tests/support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const MEGABYTES_MAX = 250;
const run = promisify(execFile);

type Locked = {
  optional?: boolean;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
} & Partial<Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>>;

const folder = mkdtempSync(join(tmpdir(), 'arbor-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Returns the paths of every package that `npm ci --omit=dev` would install, as declared by the manifest and packages.
 */
function declaredPackages(packages: Record<string, Locked>): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[path]!;
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const target = resolved(path, name, packages);
      if (!target || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  visit('');
  return found;
}

/** Returns the path at which Node would find a package: below the one that needs it, or below one of its parents. */
function resolved(from: string, name: string, packages: Record<string, Locked>): string | null {
  for (let path = from; ; path = path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${path ? `${path}/` : ''}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (path === '') return null;
  }
}

/** Copies packages with those nested in them. Uses links if the file system supports them, as copies take a minute. */
async function copyPackages(paths: Set<string>, to: string): Promise<void> {
  const topLevel = [...paths].filter((path) => path.lastIndexOf('node_modules/') === 0 && existsSync(join(ROOT, path)));
  for (const [parent, group] of Map.groupBy(topLevel, dirname)) {
    const target = join(to, parent);
    mkdirSync(target, { recursive: true });
    const copy = (option: string) => run('cp', [option, ...group.map((path) => join(ROOT, path)), target]);
    await copy('-al').catch(() => copy('-af'));
  }
}

/** Returns the size of a folder in MB. */
const megabytesOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0) /
  2 ** 20;

test('a release runs on the packages it declares alone, and takes at most 250 MB', async () => {
  const out = join(folder, 'out');
  mkdirSync(out);
  writeFileSync(join(out, 'notes.txt'), 'Not of a release.');
  await run(process.execPath, ['scripts/release.js', out], { cwd: ROOT, env: withoutVitest() });
  const [archive, ...others] = readdirSync(out).sort();
  expect([archive, others]).toEqual([expect.stringMatching(/^arbor-.+\.tgz$/), ['notes.txt']]);
  const place = join(folder, 'place');
  mkdirSync(place);
  await run('tar', ['-xzf', join(out, archive!), '-C', place, '--strip-components=1']);
  const { packages } = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8'));
  await copyPackages(declaredPackages(packages), place);
  await run(process.execPath, ['scripts/trim-install.js'], { cwd: place });
  expect(megabytesOf(place)).toBeLessThan(MEGABYTES_MAX);
  const linked = [...readFileSync(join(place, 'README.md'), 'utf8').matchAll(/\]\(((?!https?:)[^)#\s]+)/g)];
  expect(linked.map(([, path]) => path!).filter((path) => !existsSync(join(place, path)))).toEqual([]);

  const env = { ...withoutVitest(), PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') };
  const server = spawn(process.execPath, ['scripts/start.js'], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  try {
    const started = until(async () => {
      const address = /http:\/\/[\w.]+:\d+/.exec(output)?.[0];
      if (!address) throw new Error('No address yet');
      return address;
    });
    const origin = await Promise.race([started, ended.then(() => Promise.reject(new Error(output)))]);
    const page = await fetch(`${origin}/login`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')]);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
});

/** Returns an environment as on a terminal: the VITEST variable would change the Vite configuration. */
function withoutVitest(): NodeJS.ProcessEnv {
  return { ...process.env, VITEST: undefined, LOG_LEVEL: undefined };
}
