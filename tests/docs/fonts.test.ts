import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const STYLES = join(import.meta.dirname, '../../app/styles');
const css = readFileSync(join(STYLES, 'fonts.css'), 'utf8');
const files = readdirSync(join(STYLES, 'fonts'));

it('the typefaces weigh at most 120 KB in all, and each is used', () => {
  const bytes = files.map((name) => statSync(join(STYLES, 'fonts', name)).size);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(120_000);
  const used = new Set([...css.matchAll(/fonts\/([\w-]+\.woff2)/g)].map(([, name]) => name));
  expect([...used].sort()).toEqual(files.sort());
});

it('no face replaces text that is drawn already', () => {
  const faces = css.match(/@font-face \{[^}]*\}/g) ?? [];
  expect(faces.length).toBeGreaterThan(0);
  for (const face of faces) expect(face).toContain('font-display: optional;');
});
