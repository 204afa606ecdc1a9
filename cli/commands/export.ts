import { findActor } from '#app/services/accounts/find-actor.ts';
import { exportFolder, findFolderUse } from '#app/services/transfer/export-folder.ts';
import { RefusedError, UsageError } from '#cli/exit.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { owner: string; force?: boolean; format: Format };

export async function exportCommand(folder: string, { owner, force = false, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const use = await findFolderUse(folder);
  if (use === 'file') throw new UsageError(t('cli.export.noFolder', { folder }));
  if (use === 'full' && !force) throw new RefusedError(t('cli.export.notEmpty', { folder }));
  const bar = progressBar(t('cli.export.progress'));
  const documents = await withServices(async () => {
    return exportFolder(await findActor(owner), { folder, onProgress: bar.update });
  }).finally(bar.end);
  printRows([{ folder, documents }], format);
  say(t('cli.export.done', { count: documents, folder }));
}
