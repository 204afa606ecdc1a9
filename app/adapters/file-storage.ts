import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number };
export type StoredObject = { key: string; size: number; modifiedAt: number };
export type Upload = { key: string; type: string; size: number; expiresInSeconds: number };

/** Storage of file bytes. Methods throw the errors of the underlying system; callers convert them. */
export interface FileStorage {
  readonly kind: 'local' | 's3';
  /** Makes the folder for all objects (`local`). After it, a folder that is gone makes writing fail. */
  prepare?(): Promise<void>;
  /**
   * Writes a stream to its end. A failed write leaves nothing behind. Returns the stamp of the written bytes. A durable
   * one survives a power loss, which costs time on a disk.
   */
  write(key: string, bytes: Readable, of: { type: string; isDurable?: boolean }): Promise<string | null>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Returns null if the object does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** Identifies the current bytes of a key; every write changes it. Null if the object does not exist. */
  stampOf(key: string): Promise<string | null>;
  /** Moves an object durably, replacing `to`. */
  move(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Puts the bytes of `from` durably at `to` as well, replacing it. Fails if `from` no longer has the stamp. */
  place(from: string, to: string, stamp: string | null): Promise<void>;
  /** A missing object is not an error. An aborted call fails; the object may be removed nevertheless. */
  remove(key: string, signal?: AbortSignal): Promise<void>;
  list(prefix: string): AsyncGenerator<StoredObject>;
  /** Returns a URL for direct upload from the browser; null if uploads pass through this server. */
  uploadUrl(upload: Upload): Promise<{ url: string; headers: Record<string, string> } | null>;
}
