import { contrastOf, type Oklch, toHex, toOklch } from '#app/services/branding/oklch.ts';

/** The accent of one theme in `#rrggbb`: text and buttons, text on buttons, backgrounds, lines, focus rings. */
export type Shades = { leaf: string; ink: string; soft: string; line: string; focus: string };
export type Accent = {
  light: Shades;
  dark: Shades;
  /** True if a theme needs another lightness than the chosen one for its contrast. */
  isAdjusted: boolean;
};

const TEXT = 4.5;
const CONTROL = 3;
const STEP = 0.005;
const CHROMA_MAX = 0.19;

type Theme = {
  /** Background colours of `tokens.css` (raised, paper, surface, sunken) on which the accent is used. */
  grounds: string[];
  direction: 1 | -1;
  ink: [l: number, c: number];
  soft: [l: number, c: number];
  line: [l: number, c: number];
};
const LIGHT: Theme = {
  grounds: ['#ffffff', '#fcfcf9', '#f7f6f1', '#f0eee9'],
  direction: -1,
  ink: [0.99, 0.01],
  soft: [0.945, 0.035],
  line: [0.82, 0.07],
};
const DARK: Theme = {
  grounds: ['#1b221e', '#131915', '#0d130f', '#090d0a'],
  direction: 1,
  ink: [0.19, 0.03],
  soft: [0.29, 0.045],
  line: [0.42, 0.07],
};

/**
 * Derives the shades of an accent colour `#rrggbb`. Keeps its hue and changes its lightness as far as text needs a
 * contrast of 4.5:1 and controls 3:1 on every background of the theme.
 */
export function accentShades(hex: string): Accent {
  const chosen = toOklch(hex);
  const base = { ...chosen, c: Math.min(chosen.c, CHROMA_MAX) };
  const [light, dark] = [shadesOf(base, LIGHT), shadesOf(base, DARK)];
  return { light: light.shades, dark: dark.shades, isAdjusted: light.isAdjusted || dark.isAdjusted };
}

function shadesOf(base: Oklch, { grounds, direction, ...theme }: Theme): { shades: Shades; isAdjusted: boolean } {
  const shade = ([l, c]: [number, number]) => toHex({ ...base, l, c: Math.min(base.c, c) });
  const [ink, soft, line] = [shade(theme.ink), shade(theme.soft), shade(theme.line)];
  const text = readable(base, direction, [...grounds, soft, ink], TEXT);
  const focus = readable(base, direction, [...grounds, soft], CONTROL);
  return {
    shades: { leaf: toHex(text), ink, soft, line, focus: toHex(focus) },
    isAdjusted: text.l !== base.l,
  };
}

/** Returns the nearest lightness in a direction that has the contrast on all backgrounds. */
function readable(base: Oklch, direction: 1 | -1, grounds: string[], contrast: number): Oklch {
  let color = base;
  const isEnough = () => grounds.every((ground) => contrastOf(toHex(color), ground) >= contrast);
  const isLeft = () => (direction > 0 ? color.l < 1 : color.l > 0);
  while (!isEnough() && isLeft()) color = { ...color, l: color.l + direction * STEP };
  return color;
}

/** Writes the style sheet that replaces the accent of `tokens.css`, which is in a CSS layer. */
export function accentStyles(hex: string): string {
  const { light, dark } = accentShades(hex);
  const both = (name: keyof Shades) => `light-dark(${light[name]},${dark[name]})`;
  const rules = (['leaf', 'ink', 'soft', 'line'] as const).map((name) =>
    name === 'leaf' ? `--leaf:${both(name)}` : `--leaf-${name}:${both(name)}`,
  );
  return `:root{${rules.join(';')};--focus:${both('focus')}}\n`;
}
