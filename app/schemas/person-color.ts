/** Readable on light and dark pages, with white letters on them. */
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

/** Returns the colour of an account's cursor and face, the same for everyone who sees it. */
export function personColor(userId: string): string {
  let hash = 0;
  for (const character of userId) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return COLORS[hash % COLORS.length]!;
}
