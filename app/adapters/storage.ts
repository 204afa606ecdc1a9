import type { Readable } from 'node:stream';
import { LocalStorage } from '#app/adapters/storage-local.ts';
import { ConfigError, config } from '#app/config.server.ts';
import { count } from '#app/observability/counters.ts';

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

let current: FileStorage | undefined;

/** The storage that `STORAGE` chooses. */
export function storage(): FileStorage {
  current ??= storageOf(config().storage);
  return current;
}

/** One or the other, whichever `STORAGE` chooses: for moving between them. Throws ConfigError where S3 is not set up. */
export function storageOf(kind: FileStorage['kind']): FileStorage {
  if (kind === 'local') return counted(new LocalStorage(config().dataDir));
  const { s3 } = config();
  if (!s3) throw new ConfigError('S3_BUCKET: got nothing, takes a bucket, with S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY');
  return counted(later('s3', async () => new (await import('#app/adapters/storage-s3.ts')).S3Storage(s3)));
}

const ASYNC = ['write', 'read', 'sizeOf', 'stampOf', 'move', 'copy', 'remove', 'uploadUrl'] as const;

/** A storage whose code is loaded with its first use: what speaks to S3 takes ten megabytes that a local disk needs none of. */
function later(kind: FileStorage['kind'], open: () => Promise<FileStorage>): FileStorage {
  let opened: Promise<FileStorage> | undefined;
  const real = () => (opened ??= open());
  const call =
    (name: (typeof ASYNC)[number]) =>
    async (...args: unknown[]) => {
      const storage = await real();
      return Reflect.apply(storage[name] as () => unknown, storage, args);
    };
  return {
    kind,
    ...Object.fromEntries(ASYNC.map((name) => [name, call(name)])),
    async *list(prefix: string) {
      yield* (await real()).list(prefix);
    },
  } as FileStorage;
}

/** What the storage refuses is counted by its operation; what is merely not there is no refusal. */
function counted(storage: FileStorage): FileStorage {
  return new Proxy(storage, {
    get(target, name: keyof FileStorage) {
      const member = target[name];
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result = Reflect.apply(member, target, args);
        if (result instanceof Promise) result.catch((error) => countRefusal(target.kind, name, error));
        return result;
      };
    },
  });
}

const ABSENT = new Set(['ENOENT', 'NoSuchKey', 'NotFound']);

function countRefusal(kind: FileStorage['kind'], operation: string, error: unknown): void {
  const { code, name } = error as { code?: string; name?: string };
  if (!ABSENT.has(code ?? '') && !ABSENT.has(name ?? '')) count('storageErrors', { operation, storage: kind });
}
