import { readFile, stat } from 'node:fs/promises';
import { DESCRIPTIONS, MANIFEST } from '#app/services/transfer/export/describe-export.ts';
import { type ReadExtras, readExtras } from '#app/services/transfer/export/extras.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';

const MANIFEST_MAX_BYTES = 64 * 1024 * 1024;

type Described = { others: Map<string, string | null>; notTaken: NotTaken[]; carried: ReadExtras[] };

/** Removes the manifest of an Arbor export from the other files and reads it. */
export async function takeDescriptions({ others, notTaken, carried }: Described, top: string): Promise<void> {
  const file = others.get(top + MANIFEST);
  if (file) {
    const read = (await stat(file)).size > MANIFEST_MAX_BYTES ? 'damaged' : readExtras(await readFile(file, 'utf8'));
    if (read === 'damaged') notTaken.push({ path: top + MANIFEST, reason: 'damaged', detail: '' });
    else if (read) carried.push(read);
  }
  for (const path of DESCRIPTIONS) others.delete(top + path);
}
