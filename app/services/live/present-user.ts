import type { Actor } from '#app/services/actor.ts';
import type { PresentUser } from '#app/services/live/presence.ts';

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

/** Returns how others see someone in a document. The colour follows from the account. */
export function presentUser({ id, displayName, email, imageUrl }: Actor): PresentUser {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  const user = { id, name: displayName || email.split('@')[0]!, color: COLORS[hash % COLORS.length]! };
  return imageUrl ? { ...user, image: imageUrl } : user;
}
