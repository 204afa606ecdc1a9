import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT } from './prepare.js';

// Beside each file that compresses well lie its .br and .gz: squeezed once here, not at every request.
const COMPRESSIBLE = /\.(?:js|css|json|svg|txt|webmanifest)$/;
const folder = join(ROOT, 'build/client');

for (const name of readdirSync(folder, { recursive: true })) {
  if (!COMPRESSIBLE.test(name)) continue;
  const bytes = readFileSync(join(folder, name));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, quality));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}
