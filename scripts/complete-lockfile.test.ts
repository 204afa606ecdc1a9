import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingPackages } from '../scripts/complete-lockfile.js';

test('the lockfile holds the binaries of every platform (else run node scripts/complete-lockfile.js)', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  expect(missingPackages(lock)).toEqual([]);
});

test('a platform package that is absent, or there in another version, is missing', () => {
  const packages = {
    'node_modules/tool': { optionalDependencies: { '@tool/a': '1.0.0', '@tool/b': '1.0.0', '@tool/c': '^1.0.0' } },
    'node_modules/@tool/b': { version: '0.9.0' },
    'node_modules/@tool/c': { version: '1.2.0' },
  };
  expect(missingPackages({ packages }).map(({ path, version }) => `${path} ${version}`)).toEqual([
    'node_modules/@tool/a 1.0.0',
    'node_modules/@tool/b 1.0.0',
  ]);
});
