import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MANIFEST } from '#app/services/transfer/export/describe-export.ts';

const manifest = z.object({ arbor: z.literal(1), owner: z.string() });

/** Returns the address of the account whose export a folder is; null for other folders. */
export async function ownerOfExport(folder: string): Promise<string | null> {
  try {
    const parsed = manifest.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
    return parsed.success ? parsed.data.owner : null;
  } catch {
    // No manifest, or a file of something else by this name.
    return null;
  }
}
