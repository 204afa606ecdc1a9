import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFolder } from '#app/adapters/disk-fault.ts';

/**
 * Creates a temporary folder for data too large for memory. `stash` writes bytes and returns their path; `remove`
 * deletes the folder.
 */
export async function makeTempFolder(): Promise<{
  stash: (bytes: Uint8Array) => Promise<string>;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-temp-'));
  let count = 0;
  const stash = async (bytes: Uint8Array) => {
    count += 1;
    const file = join(folder, String(count));
    await writeFile(file, bytes, { mode: 0o600 }).catch((error) => {
      throw withFolder(error, tmpdir());
    });
    return file;
  };
  return { stash, remove: () => rm(folder, { recursive: true, force: true }) };
}
