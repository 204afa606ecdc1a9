// Runs after `npm ci` in a release: removes package files that a running server never reads.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const MODULES = join(import.meta.dirname, '../node_modules');
/**
 * Source maps, type declarations and manuals of every package, and React's profiling builds. Its development builds
 * stay: Node finds the names a CommonJS package exports in the last file it may require.
 */
const FILES =
  /^react-dom-(?:client|profiling|server(?:-legacy)?\.(?:browser|bun|edge))\.|\.map$|\.d\.[mc]?ts$|\.(?:md|markdown|flow)$|\.profiling\.js$/;
const FOLDERS = new Set(['__tests__', 'docs', 'example', 'examples', 'test', 'tests']);
/**
 * The second name of Node's program with its headers, SQLite's sources and objects, and sources beside a package's
 * build.
 */
const PATHS = [
  // `node/bin/node` is a hard link to the program in there.
  'node/node_modules',
  ...[
    'deps',
    'src',
    'build/Release/obj.target',
    'build/Release/.deps',
    'build/Release/test_extension.node',
    'build/Release/sqlite3.a',
    'build/Release/obj',
  ].map((name) => `sqlite3/${name}`),
  ...['ai/src', 'zod/src', 'katex/src', 'katex/contrib', 'highlight.js/es', 'highlight.js/styles', 'highlight.js/scss'],
  // Modules for bundlers; Node loads the CommonJS ones.
  ...['@aws-sdk/*/dist-es', '@smithy/*/dist-es', '@opentelemetry/*/build/esm', '@opentelemetry/*/build/esnext'],
  // The build has the fonts, and SQLite is compiled by now.
  ...['katex/dist/fonts', 'katex/dist/contrib', 'node-gyp'],
  // Peer dependencies that libraries need for types only.
  ...['typescript', '@typescript'],
];

if (existsSync(MODULES)) {
  for (const path of PATHS.flatMap(expand)) rmSync(join(MODULES, path), { recursive: true, force: true });
  trim(MODULES);
}

/** `a/*\/b` → one path for each folder in `a`. */
function expand(path) {
  const [parent, child] = path.split('/*/');
  if (child === undefined) return [path];
  const folder = join(MODULES, parent);
  return existsSync(folder) ? readdirSync(folder).map((name) => join(parent, name, child)) : [];
}

function trim(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      // A package may have one of these names; its folder is in node_modules or in a scope.
      const isPackage = basename(folder) === 'node_modules' || basename(folder).startsWith('@');
      if (FOLDERS.has(entry.name) && !isPackage) rmSync(path, { recursive: true });
      else trim(path);
    } else if (FILES.test(entry.name)) rmSync(path);
  }
}
