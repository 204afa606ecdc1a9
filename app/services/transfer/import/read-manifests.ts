import { readFile, stat } from 'node:fs/promises';
import { config } from '#app/config.server.ts';
import { DESCRIPTIONS, MANIFEST } from '#app/services/transfer/export/describe-export.ts';
import type { ReadExtras } from '#app/services/transfer/export/read-extras.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

/** A thread parses it within its budgets of time and memory. */
const MANIFEST_MAX_BYTES = 32 * 1024 * 1024;

type Described = { others: Map<string, string | null>; notTaken: NotTaken[]; carried: ReadExtras[] };

/** Removes the manifest of an Arbor export from the other files and reads it. */
export async function takeDescriptions({ others, notTaken, carried }: Described, top: string): Promise<void> {
  const file = others.get(top + MANIFEST);
  if (file) {
    const read = await readManifest(file);
    if (read === 'damaged') notTaken.push({ path: top + MANIFEST, reason: 'damaged', detail: '' });
    else if (read) carried.push(read);
  }
  for (const path of DESCRIPTIONS) others.delete(top + path);
}

async function readManifest(file: string): Promise<ReadExtras | 'damaged' | null> {
  if ((await stat(file)).size > MANIFEST_MAX_BYTES) return 'damaged';
  const reading = runInThread('import', 'readExtras', await readFile(file), config().secret);
  return orFallback(reading, () => 'damaged' as const);
}
