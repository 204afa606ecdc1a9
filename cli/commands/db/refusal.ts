import { UnfitBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { NotFoundError, RefusedError, UsageError } from '#cli/exit.ts';
import { terminal } from '#cli/with-services.ts';

/** Returns the error of a command for a backup that cannot be opened; other errors unchanged. */
export function asRefusal(error: unknown, file: string): unknown {
  const { t } = terminal();
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new NotFoundError(t('cli.backup.nowhere', { file }));
  if ((error as NodeJS.ErrnoException).code === 'EISDIR') return new UsageError(t('cli.backup.noFile', { file }));
  if (!(error instanceof UnfitBackup)) return error;
  if (error.reason === 'passphrase') return new RefusedError(t('cli.backup.passphrase', { file }));
  if (error.reason === 'files') return new RefusedError(t('cli.backup.files', { folder: error.message }));
  if (error.reason === 'newer') return new RefusedError(t('cli.backup.newer', { name: error.message }));
  return new Error(t('cli.backup.damaged', { file }));
}
