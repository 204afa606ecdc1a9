import { examineTarget } from '#app/services/maintenance/backup/backup-target.ts';
import { RefusedError } from '#cli/exit.ts';
import { terminal } from '#cli/with-services.ts';

/** Throws RefusedError if a backup would replace what is no archive; `yes` replaces a file of another kind. */
export async function requireTarget(file: string, { yes }: { yes?: boolean | undefined } = {}): Promise<void> {
  const target = await examineTarget(file);
  if (target === 'free' || (target === 'other' && yes)) return;
  throw new RefusedError(terminal().t(`cli.backup.target.${target}`, { file }));
}
