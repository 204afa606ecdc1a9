import { mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemMessage } from '#cli/exit.ts';
import { terminal } from '#cli/with-services.ts';

/**
 * Throws an error that names the folder if no file can be made beside `file`. Tried, as not every refusal is a mode.
 */
export async function requireWritableFolder(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await rmdir(await mkdtemp(join(folder, '.arbor-')));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(terminal().t('cli.faults.folder', { folder, reason: systemMessage(code) ?? message }));
  }
}
