import type { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { type ArchiveBudget, readArchive } from '#app/adapters/archive-reader.ts';
import { HEADER_BYTES, isEncrypted } from '#app/adapters/backup-cipher.ts';

/** Tests whether an archive is a backup of Arbor, which is restored and not imported. Reads names alone. */
export async function isBackup(source: string | Buffer, { entries }: ArchiveBudget): Promise<boolean> {
  if (isEncrypted(await beginningOf(source))) return true;
  let [hasTable, hasManifest] = [false, false];
  for await (const { path } of readArchive(source, { entries, bytes: 0 }, () => 0)) {
    hasTable ||= path === 'tables/documents.jsonl';
    hasManifest ||= path === 'manifest.json';
  }
  return hasTable && hasManifest;
}

async function beginningOf(source: string | Buffer): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, HEADER_BYTES);
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read({ length: HEADER_BYTES });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
