/** Colours that are readable on light and dark pages, and behind white letters. */
const COLORS = [
  '#b4412d',
  '#a2540a',
  '#7a6a00',
  '#3f7a1f',
  '#0f7a5c',
  '#0b739c',
  '#3a5fc8',
  '#6f4fc0',
  '#9a3fa8',
  '#b8326f',
];

/** Returns a 32-bit number derived from an id. */
export function numberOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash;
}

/** Returns the colour of a person's cursor and avatar, the same for everyone. */
export const personColor = (userId: string): string => COLORS[numberOf(userId) % COLORS.length]!;
