import { examineTarget } from '#app/services/maintenance/backup/backup-target.ts';
import { RefusedError } from '#cli/exit.ts';
import { terminal } from '#cli/with-services.ts';
import { requireWritableFolder } from '#cli/writable-folder.ts';

/**
 * Throws RefusedError if a backup would replace what is no archive; `yes` replaces a file of another kind. Throws if
 * its folder takes no file.
 */
export async function requireTarget(file: string, { yes }: { yes?: boolean | undefined } = {}): Promise<void> {
  const target = await examineTarget(file);
  if (target === 'free' || (target === 'other' && yes)) return requireWritableFolder(file);
  throw new RefusedError(terminal().t(`cli.backup.target.${target}`, { file }));
}
