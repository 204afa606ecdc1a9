import { open } from 'node:fs/promises';

/** Flushes a file, or a folder with the names of its new files, to disk, so that it survives a power loss. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
