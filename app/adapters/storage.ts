import type { FileStorage } from '#app/adapters/file-storage.ts';
import { LocalStorage } from '#app/adapters/storage-local.ts';
import { ConfigError, config } from '#app/config.server.ts';
import { count } from '#app/observability/counters.ts';
import { traced } from '#app/observability/spans.ts';

let current: FileStorage | undefined;

/** Returns the storage selected by `STORAGE`. */
export function storage(): FileStorage {
  current ??= storageOf(config().storage);
  return current;
}

/**
 * Returns a storage by kind, independent of `STORAGE`, to move files between storages. Throws ConfigError if S3 is not
 * configured.
 */
export function storageOf(kind: FileStorage['kind']): FileStorage {
  if (kind === 'local') return counted(new LocalStorage(config().dataDir));
  const { s3 } = config();
  if (!s3) throw new ConfigError('S3_BUCKET: got nothing, takes a bucket, with S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY');
  return counted(later('s3', async () => new (await import('#app/adapters/storage-s3.ts')).S3Storage(s3)));
}

const ASYNC = ['write', 'read', 'sizeOf', 'stampOf', 'move', 'copy', 'place', 'remove', 'uploadUrl'] as const;

/** Loads a storage lazily, as the S3 client takes ten megabytes that local storage does not need. */
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

/** Traces operations and counts their errors; a missing object is not an error. */
function counted(storage: FileStorage): FileStorage {
  return new Proxy(storage, {
    get(target, name: keyof FileStorage) {
      const member = target[name];
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result = Reflect.apply(member, target, args);
        if (!(result instanceof Promise)) return result;
        result.catch((error) => countRefusal(target.kind, name, error));
        const attributes = { 'arbor.storage.kind': target.kind, 'arbor.storage.operation': name };
        return traced({ name: `storage ${name}`, kind: 'client', place: 'child', attributes }, () => result);
      };
    },
  });
}

const ABSENT = new Set(['ENOENT', 'NoSuchKey', 'NotFound']);

/** Tests whether a storage failed because it has no such object. */
export function isAbsent(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return ABSENT.has(code ?? '') || ABSENT.has(name ?? '');
}

function countRefusal(kind: FileStorage['kind'], operation: string, error: unknown): void {
  if (!isAbsent(error)) count('storageErrors', { operation, storage: kind });
}
