import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { findImports, type Import } from './find-imports.ts';
import { type Layer, layerOf } from './layers.ts';

const ROOT = join(import.meta.dirname, '../..');
const ALIASES: Record<string, string> = {
  '#app/': 'app/',
  '#cli/': 'cli/',
  '#db/': 'db/',
  '#locales/': 'public/locales/',
  '#tests/': 'tests/',
};

/** What is wrong with the imports of one file, a line each: `file → import (why)`. */
export function forbiddenImports(file: string, source: string): string[] {
  const layer = layerOf(file);
  if (!layer) return [`${file} is in no layer (tests/imports/layers.ts)`];
  return findImports(file, source).flatMap((each) => {
    const reason = reasonAgainst(layer, file, each);
    return reason ? [`${file} → ${each.from} (${reason})`] : [];
  });
}

function reasonAgainst(layer: Layer, file: string, { from, isType, isDynamic }: Import): string | null {
  const target = pathOf(file, from);
  if (target === null) return packageReason(layer, from, isType);
  // What React Router generates beside a route, and files that are no modules.
  if (target.includes('/+types/') || target.startsWith('virtual:')) return null;
  const other = layerOf(target);
  if (!other) return `${target.split('/')[0]} is in no layer`;
  if (layer.name === 'routes' && other.name === 'routes') return 'a route imports no other route';
  const [mine, to] = [browserFeature(file), browserFeature(target)];
  if (mine && to && mine !== to) return `${mine} may not import the browser folder of ${to}`;
  if (layer.may.includes(other.name) || (isType && layer.types?.includes(other.name))) return null;
  if (isDynamic && layer.may.includes(`dynamic ${other.name}`)) return null;
  const how = layer.may.includes(`dynamic ${other.name}`) ? ' but by a dynamic import' : '';
  return `${layer.name} may not import ${other.name}${how}`;
}

/** The feature whose `browser/` folder holds a file. */
function browserFeature(file: string): string | undefined {
  return /^app\/features\/([a-z-]+)\/browser\//.exec(file)?.[1];
}

function packageReason({ name, noPackages, onlyPackages }: Layer, from: string, isType: boolean): string | null {
  const isBuiltIn = from.startsWith('node:');
  if (name === 'launch' && isBuiltIn) return null;
  if (noPackages?.test(from)) return `${name} know nothing of ${from}`;
  if (onlyPackages && !isType && !onlyPackages.test(from)) return `${name} import no ${from}`;
  return null;
}

/** The file in this repository, or null for a package. */
function pathOf(file: string, from: string): string | null {
  const bare = from.replace(/\?.*$/, '');
  if (bare.startsWith('virtual:')) return bare;
  if (bare.startsWith('.')) return posix.join(dirname(file), bare);
  const alias = Object.keys(ALIASES).find((prefix) => bare.startsWith(prefix));
  return alias ? bare.replace(alias, ALIASES[alias]!) : null;
}

/** Every module of the product: no tests, no declarations. */
export function productFiles(): string[] {
  return ['app', 'cli', 'db']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:ts|tsx|js)$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort();
}

export function checkAll(): string[] {
  return productFiles().flatMap((file) => forbiddenImports(file, readFileSync(join(ROOT, file), 'utf8')));
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkAll();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
