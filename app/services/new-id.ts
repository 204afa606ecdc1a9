import { randomFillSync } from 'node:crypto';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 23;
/** Larger bytes are skipped, as they would make some characters more frequent. */
const FAIR = 256 - (256 % CHARACTERS.length);
/** Filled at once, as each call of the generator costs more than its bytes. */
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used]!;
  // An id cannot be read from memory afterwards.
  pool[used] = 0;
  used += 1;
  return byte;
}

/**
 * Returns `c` and 23 random characters (118 bits), which matches both cuid formats. Cuid2 hashes the time, a counter
 * and a fingerprint into such an id, for environments without a secure random generator; that costs forty times as
 * much.
 */
export function newId(): string {
  let id = 'c';
  while (id.length <= LENGTH) {
    const byte = nextByte();
    if (byte < FAIR) id += CHARACTERS[byte % CHARACTERS.length];
  }
  return id;
}
