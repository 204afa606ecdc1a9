import { open } from 'node:fs/promises';

/** Flushes a folder to disk, so that the names of new files survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
