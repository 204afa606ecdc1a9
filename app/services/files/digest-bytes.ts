import { createHash } from 'node:crypto';

/** Enough for every signature there is; more would let a crafted container keep the sniffer busy. */
export const SNIFFED_BYTES = 4100;

/** What was seen of bytes as they went by: their SHA-256 in base64url, how many, and the first of them. */
export type Digest = { contentHash: string; size: number; head: Buffer };

/** Takes pieces one after the other; `digest` ends it. */
export function digester() {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let size = 0;
  return {
    size: () => size,
    take: (piece: Buffer) => {
      if (size < SNIFFED_BYTES) head.push(piece.subarray(0, SNIFFED_BYTES - size));
      hash.update(piece);
      size += piece.length;
    },
    digest: (): Digest => ({ contentHash: hash.digest('base64url'), size, head: Buffer.concat(head) }),
  };
}

const KEPT_MAX = 1000;
const kept = new Map<string, { stamp: string; digest: Digest }>();

/** So that what has just gone by need not be read again to be known. */
export function keepDigest(key: string, stamp: string | null, digest: Digest): void {
  kept.delete(key);
  if (stamp === null) return;
  kept.set(key, { stamp, digest });
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
}

/** That of the very bytes with this stamp; null where this process has not seen them go by. Given once. */
export function takeDigest(key: string, stamp: string | null): Digest | null {
  const found = kept.get(key);
  kept.delete(key);
  return found && found.stamp === stamp ? found.digest : null;
}
