import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number };
export type StoredObject = { key: string; size: number; modifiedAt: number };
export type Upload = { key: string; type: string; size: number | null; expiresInSeconds: number };

/** Where the bytes of files lie. Every method throws what the system below says; callers name it in our words. */
export interface FileStorage {
  readonly kind: 'local' | 's3';
  /** Takes a stream to its end; a failed one leaves nothing behind. Returns the stamp of what it has written. */
  write(key: string, bytes: Readable, of: { type: string }): Promise<string | null>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Null when there is no such object. */
  sizeOf(key: string): Promise<number | null>;
  /** Names the very bytes that lie there now: another writing has another. Null when there is no such object. */
  stampOf(key: string): Promise<string | null>;
  /** Replaces what lies at `to`; afterwards it outlives a power cut. Fails where `from` no longer has the stamp. */
  move(from: string, to: string, stamp?: string | null): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Not an error for an object that is not there. */
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncGenerator<StoredObject>;
  /** Where a browser may put the bytes itself; null when they come through this server. */
  uploadUrl(upload: Upload): Promise<{ url: string; headers: Record<string, string> } | null>;
}
