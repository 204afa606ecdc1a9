// `npm run release`: packs the build into release/arbor-<version>.tgz. It runs with `npm ci --omit=dev && npm start`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED } from './bundled-packages.js';
import { prepare, RELEASE_MARK, ROOT } from './prepare.js';

const FILES = [
  'build/client',
  'build/server',
  'cli/bin.js',
  'package-lock.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'docs',
];
const SCRIPTS = ['prepare.js', 'run-here.js', 'run-node.js', 'start.js', 'trim-install.js'];

prepare();
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const name = `arbor-${manifest.version}`;
const out = join(ROOT, 'release');
const folder = join(out, name);
rmSync(out, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const file of [...FILES, ...SCRIPTS.map((script) => `scripts/${script}`)]) {
  cpSync(join(ROOT, file), join(folder, file), { recursive: true, filter: (path) => !path.endsWith('.map') });
}
writeJson('package.json', releaseManifest());
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
writeJson('package-lock.json', { ...lock, packages: { ...lock.packages, '': releaseManifest() } });
writeFileSync(join(folder, RELEASE_MARK), `${manifest.version}\n`);

const archive = join(out, `${name}.tgz`);
const { status } = spawnSync('tar', ['-czf', archive, '-C', out, name], { stdio: 'inherit' });
rmSync(folder, { recursive: true, force: true });
if (status !== 0) process.exit(status ?? 1);
const megabytes = (statSync(archive).size / 1024 / 1024).toFixed(1);
process.stdout.write(`release/${name}.tgz (${megabytes} MB)\nUnpack it, then: npm ci --omit=dev && npm start\n`);

/** The manifest without dev tools and without libraries bundled into the build. */
function releaseManifest() {
  const { name, version, license, type, engines, bin, allowScripts, overrides, scripts, dependencies } = manifest;
  const imported = importedPackages();
  const needed = Object.entries(dependencies).filter(([each]) => each === 'node' || imported.has(each));
  return {
    ...{ name, version, license, type, engines, bin, allowScripts, overrides },
    scripts: { start: scripts.start, postinstall: 'node scripts/trim-install.js' },
    dependencies: Object.fromEntries(needed),
  };
}

/** Packages whose name is a string in the server's build (imported, required or loaded later) and that are not part of it. */
function importedPackages() {
  const server = join(ROOT, 'build/server');
  const files = readdirSync(server, { recursive: true }).filter((file) => file.endsWith('.js'));
  const code = files.map((file) => readFileSync(join(server, file), 'utf8')).join('\n');
  const quoted = (each) => new RegExp(`["'\`]${each}(?:/[^"'\`\\s]*)?["'\`]`);
  const outside = Object.keys(manifest.dependencies).filter((each) => !BUNDLED.includes(each));
  return new Set(outside.filter((each) => quoted(each).test(code)));
}

function writeJson(file, value) {
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
}
