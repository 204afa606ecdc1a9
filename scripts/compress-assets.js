import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT } from './prepare.js';
import { withRelativeAddresses } from './relative-styles.js';

// Writes .br and .gz beside each compressible file: compressed once here, not per request.
const COMPRESSIBLE = /\.(?:js|css|json|svg|txt|webmanifest)$/;
const folder = join(ROOT, 'build/client');

// Source maps are for reading stack traces: move them out of the served folder.
rmSync(join(ROOT, 'build/maps'), { recursive: true, force: true });
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.map')) continue;
  const to = join(ROOT, 'build/maps', name);
  mkdirSync(dirname(to), { recursive: true });
  renameSync(join(folder, name), to);
}

for (const name of readdirSync(folder, { recursive: true })) {
  if (!COMPRESSIBLE.test(name)) continue;
  const file = join(folder, name);
  if (name.startsWith('assets/') && name.endsWith('.css'))
    writeFileSync(file, withRelativeAddresses(readFileSync(file, 'utf8')));
  const bytes = readFileSync(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, quality));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}
