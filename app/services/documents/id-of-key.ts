import { createHash } from 'node:crypto';
import type { Actor } from '#app/services/actor.ts';

/** Number of characters of an id after its first, as in ids of `newId`. */
const KEYED_LENGTH = 23;

/** Returns the same id for the same key of an actor; nobody else can create it. */
export function idOfKey(actor: Actor, key: string): string {
  const digest = BigInt(
    `0x${createHash('sha256')
      .update(JSON.stringify([actor.id, key]))
      .digest('hex')}`,
  );
  return `c${digest.toString(36).padStart(KEYED_LENGTH, '0').slice(-KEYED_LENGTH)}`;
}
