import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentShades, accentStyles } from '#app/services/branding/accent-shades.ts';
import { contrastOf, toHex, toOklch } from '#app/services/branding/oklch.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const TOKENS = readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8');

/** Returns the background colours of `tokens.css` in a theme. */
function groundsOf(theme: 0 | 1): string[] {
  return ['paper', 'surface', 'raised', 'sunken'].map((name) => {
    const shades = new RegExp(`--${name}: light-dark\\((.*)\\);`).exec(TOKENS)![1]!;
    const [l, c, h] = [...shades.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)][theme]!.slice(1).map(Number);
    return toHex({ l: l! / 100, c: c!, h: (h! * Math.PI) / 180 });
  });
}

test('colours are the same after a conversion there and back, and contrasts those of the standard', () => {
  fc.assert(
    fc.property(color, (hex) => {
      expect(toHex(toOklch(hex))).toBe(hex);
    }),
  );
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('whatever colour is chosen, its texts have 4.5:1 and its focus rings 3:1 in both themes', () => {
  const [light, dark] = [groundsOf(0), groundsOf(1)];
  fc.assert(
    fc.property(color, (hex) => {
      const accent = accentShades(hex);
      for (const [shades, grounds] of [[accent.light, light] as const, [accent.dark, dark] as const]) {
        const { leaf, ink, soft, focus } = shades;
        for (const ground of [...grounds, soft, ink])
          expect(contrastOf(leaf, ground), `${hex}: ${leaf} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        for (const ground of grounds)
          expect(contrastOf(focus, ground), `${hex}: ${focus} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    }),
    { numRuns: 300 },
  );
});

test('a colour that has the contrast stays; another keeps its hue and says that it was changed', () => {
  expect(accentShades('#1f5f8a').light.leaf).toBe('#1f5f8a');
  const yellow = accentShades('#ffdd00');
  expect(yellow.isAdjusted).toBe(true);
  expect(yellow.dark.leaf).toBe(toHex({ ...toOklch('#ffdd00'), c: Math.min(0.19, toOklch('#ffdd00').c) }));
  expect(Math.abs(toOklch(yellow.light.leaf).h - toOklch('#ffdd00').h)).toBeLessThan(0.06);
});

test('the style sheet replaces every token of the accent', () => {
  const css = accentStyles('#aa3366');
  const names = [...TOKENS.matchAll(/(--(?:leaf|focus)[\w-]*):/g)].map(([, name]) => name!);
  expect([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!).toSorted()).toEqual(names.toSorted());
});
