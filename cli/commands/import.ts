import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { findActor } from '#app/services/accounts/find-actor.ts';
import { importFolder } from '#app/services/transfer/import-folder.ts';
import { UsageError } from '#cli/exit.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { owner: string; parent?: string; format: Format };

export async function importCommand(folder: string, { owner, parent, format }: Options): Promise<void> {
  const { t, say } = terminal();
  if (!(await isFolder(folder))) throw new UsageError(t('cli.import.noFolder', { folder }));
  if (parent !== undefined && !z.cuid().safeParse(parent).success) throw new UsageError(t('validation.id.invalid'));
  const bar = progressBar(t('cli.import.progress'));
  const report = await withServices(async () => {
    const actor = await findActor(owner);
    return importFolder(actor, { folder, parentId: parent ?? null, onProgress: bar.update });
  });
  bar.end();
  for (const { path, reason, detail } of report.notTaken) say(t(`cli.import.notTaken.${reason}`, { path, detail }));
  const { rootId, title, documents, notTaken } = report;
  printRows([{ id: rootId, title, documents, notTaken: notTaken.length }], format);
  say(t('cli.import.done', { count: documents }));
}

/** Whether there is such a folder; one that may not be looked at is an error of its own. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
