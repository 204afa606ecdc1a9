import { createHash } from 'node:crypto';

/** Covers every known signature; more would let a crafted container occupy the sniffer. */
export const SNIFFED_BYTES = 4100;

/** Digest of a byte stream: SHA-256 in base64url, length, and first bytes. */
export type Digest = { contentHash: string; size: number; head: Buffer };

/** Consumes chunks; `digest` finishes. */
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

/** Remembers the digest of bytes just streamed, to avoid reading them again. */
export function keepDigest(key: string, stamp: string | null, digest: Digest): void {
  kept.delete(key);
  if (stamp === null) return;
  kept.set(key, { stamp, digest });
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
}

/** Returns the digest of the bytes with this stamp, once; null if this process did not stream them. */
export function takeDigest(key: string, stamp: string | null): Digest | null {
  const found = kept.get(key);
  kept.delete(key);
  return found && found.stamp === stamp ? found.digest : null;
}
