// `npm run release [-- FOLDER]`: packs the build into release/arbor-<version>.tgz, or into another folder.
// It runs with `npm ci --omit=dev && npm start`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBundled } from './bundled-packages.js';
import { prepare, RELEASE_MARK, ROOT } from './prepare.js';

const FILES = [
  'build/client',
  'build/server',
  'cli/bin.js',
  'package-lock.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.env.example',
  'docs',
];
const SCRIPTS = ['prepare.js', 'run-here.js', 'run-node.js', 'start.js', 'trim-install.js'];

prepare();
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const name = `arbor-${manifest.version}`;
const out = process.argv[2] ?? join(ROOT, 'release');
const folder = join(out, name);
const archive = join(out, `${name}.tgz`);
// Whatever else the user has in the folder stays.
for (const written of [folder, archive]) rmSync(written, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const file of [...FILES, ...SCRIPTS.map((script) => `scripts/${script}`)]) {
  cpSync(join(ROOT, file), join(folder, file), { recursive: true, filter: (path) => !path.endsWith('.map') });
}
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const code = buildCode();
writeJson('package.json', releaseManifest());
writeJson('package-lock.json', { ...lock, packages: { ...lock.packages, '': releaseManifest() } });
writeFileSync(join(folder, RELEASE_MARK), `${manifest.version}\n`);

const { status } = spawnSync('tar', ['-czf', archive, '-C', out, name], { stdio: 'inherit' });
rmSync(folder, { recursive: true, force: true });
if (status !== 0) process.exit(status ?? 1);
const megabytes = (statSync(archive).size / 1024 / 1024).toFixed(1);
process.stdout.write(`${archive} (${megabytes} MB)\nUnpack it, then: npm ci --omit=dev && npm start\n`);

/** The manifest without dev tools and without libraries bundled into the build. */
function releaseManifest() {
  const { name, version, license, type, engines, bin, allowScripts, overrides, scripts, dependencies } = manifest;
  return {
    ...{ name, version, license, type, engines, bin, allowScripts, overrides },
    scripts: { start: scripts.start, postinstall: 'node scripts/trim-install.js' },
    dependencies: { node: dependencies.node, ...ownPackages(), ...packagesOfBundled() },
  };
}

function buildCode() {
  const server = join(ROOT, 'build/server');
  const files = readdirSync(server, { recursive: true }).filter((file) => file.endsWith('.js'));
  return files.map((file) => readFileSync(join(server, file), 'utf8')).join('\n');
}

/** Our dependencies whose name is a string in the server's build (imported, required or loaded later). */
function ownPackages() {
  const quoted = (each) => new RegExp(`["'\`]${each}(?:/[^"'\`\\s]*)?["'\`]`);
  const outside = Object.entries(manifest.dependencies).filter(([each]) => !isBundled(each));
  return Object.fromEntries(outside.filter(([each]) => quoted(each).test(code)));
}

/** Dependencies of bundled packages that the build imports, with their locked versions. */
function packagesOfBundled() {
  const imported = [...code.matchAll(/(?:from|import|require)\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)[^"'\n]*["']/g)];
  const names = new Set(imported.map(([, name]) => name));
  const locked = [...names].map((name) => [name, lock.packages[`node_modules/${name}`]]);
  const needed = locked.filter(
    ([name, entry]) => entry && !entry.dev && !manifest.dependencies[name] && !isBundled(name),
  );
  return Object.fromEntries(needed.map(([name, { version }]) => [name, version]));
}

function writeJson(file, value) {
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
}
