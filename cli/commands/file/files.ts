import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { listStored, type StoredFile } from '#app/services/files/list-stored.ts';
import { moveStorage } from '#app/services/files/move-storage.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { CheckFailed } from '#cli/exit.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { byteSize } from '#cli/output/sizes.ts';
import { streamRows } from '#cli/output/stream-rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function fileListCommand({ owner, format }: { owner?: string; format: Format }): Promise<void> {
  const { t, say } = terminal();
  let bytes = 0;
  const counted = (file: StoredFile) => {
    bytes += file.size;
    return file;
  };
  const count = await withServices(async () => {
    const [account] = owner === undefined ? [] : await getAccounts(OPERATOR, [owner]);
    return streamRows(listStored(OPERATOR, account?.id), format, {
      row: counted,
      readable: (file) => ({
        [t('cli.file.columns.name')]: file.name,
        [t('cli.file.columns.size')]: counted(file).size,
        [t('cli.file.columns.owner')]: file.owner,
        [t('cli.file.columns.created')]: file.createdAt.slice(0, 10),
      }),
    });
  });
  say(t('cli.file.listed', { count, size: byteSize(bytes) }));
}

export async function filePruneCommand({ dryRun = false, format }: { dryRun?: boolean; format: Format }) {
  const { t, say } = terminal();
  const pruned = await withServices(() => pruneFiles({ dryRun }), 'files');
  printRows([pruned], format);
  const count = pruned.unconfirmed + pruned.orphaned + pruned.stray;
  say(t(dryRun ? 'cli.file.prunable' : 'cli.file.pruned', { count }));
}

export async function fileMoveCommand({ to, format }: { to: 'local' | 's3'; format: Format }): Promise<void> {
  const { t, say } = terminal();
  const bar = progressBar(t('cli.file.moving'));
  const result = await withServices(() => moveStorage(to, { onProgress: bar.update })).finally(bar.end);
  const { moved, already, lost, removed } = result;
  printRows([{ to, moved, already, lost: lost.length, removed: removed ?? 0 }], format);
  for (const key of lost) say(t('cli.file.lost', { key }));
  say(t('cli.file.moved', { count: moved }));
  say(removed === null ? t('cli.file.switch', { to }) : t('cli.file.removed', { count: removed }));
  if (lost.length > 0) throw new CheckFailed();
}
