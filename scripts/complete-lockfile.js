// `node scripts/complete-lockfile.js`: adds the platform packages that a registry mirror left out of package-lock.json.
// npm drops an optional dependency from the lockfile when the mirror lacks it; `npm ci` then refuses other platforms.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = join(import.meta.dirname, '../package-lock.json');
const RANGE = /[\^~>*x|]/;
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Lists optional dependencies without an entry of their version: `{ path, name, version, dev }`. */
export function missingPackages({ packages }) {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const found = findEntry(packages, owner, name);
      const isRight = found && (RANGE.test(version) || packages[found].version === version);
      return isRight ? [] : [{ path: found ?? `node_modules/${name}`, name, version, dev }];
    }),
  );
}

/** Node's resolution: the owner's folder, then its ancestors. */
function findEntry(packages, owner, name) {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

function entryOf({ name, version, dev }) {
  const words = name.split(/[/-]/);
  const known = published(name, version) ?? {
    os: SYSTEMS.filter((system) => words.includes(system)),
    cpu: PROCESSORS.filter((processor) => words.includes(processor)),
  };
  const { integrity, os, cpu, libc } = known;
  return Object.fromEntries(
    Object.entries({ version, integrity, cpu, dev, libc, optional: true, os }).filter(
      ([, value]) => value?.length !== 0 && value,
    ),
  );
}

/** Returns the registry's entry of the package; null if it has none. */
function published(name, version) {
  try {
    const json = execFileSync('npm', ['view', `${name}@${version}`, '--json', 'os', 'cpu', 'libc', 'dist.integrity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { os = [], cpu = [], libc, 'dist.integrity': integrity } = JSON.parse(json);
    return { os, cpu, libc, integrity };
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(FILE, 'utf8'));
  const missing = missingPackages(lock);
  for (const each of missing) lock.packages[each.path] = entryOf(each);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  for (const { name, version } of missing) process.stdout.write(`added ${name}@${version}\n`);
}
