import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { narrowSource } from './narrow-source.js';
import { ROOT } from './prepare.js';

// The built server holds its sources in memory: 5 MB less at rest. Lines stay as they are for source maps.
const folder = join(ROOT, 'build/server');
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.js')) continue;
  const file = join(folder, name);
  const source = readFileSync(file, 'utf8');
  const narrow = narrowSource(source);
  if (narrow !== source) writeFileSync(file, narrow);
}
