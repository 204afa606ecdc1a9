import { z } from 'zod';
import { getActor } from '#app/services/accounts/get-actor.ts';
import { exportEveryone, exportFolder, findFolderUse } from '#app/services/transfer/export/export-folder.ts';
import { faultText, RefusedError, UsageError } from '#cli/exit.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { owner?: string; all?: boolean; branch?: string; force?: boolean; format: Format };

export async function exportCommand(folder: string, options: Options): Promise<void> {
  const { t } = terminal();
  const { owner, all = false, branch, force = false, format } = options;
  if ((owner === undefined) !== all) throw new UsageError(t('cli.export.whose'));
  if (all && branch !== undefined) throw new UsageError(t('cli.export.notWithAll'));
  if (branch !== undefined && !z.cuid().safeParse(branch).success) throw new UsageError(t('validation.id.invalid'));
  const use = await findFolderUse(folder);
  if (use === 'file') throw new UsageError(t('cli.export.noFolder', { folder }));
  if (use === 'full' && !force) throw new RefusedError(t('cli.export.notEmpty', { folder }));
  if (owner === undefined) return exportAll(folder, format);
  return exportOne(folder, { owner, branch, format });
}

async function exportOne(folder: string, { owner, branch, format }: Options & { owner: string }): Promise<void> {
  const { t, say } = terminal();
  const bar = exportBar(folder);
  const { documents, archived, leftOut, lostFiles } = await withServices(async () => {
    return exportFolder(await getActor(owner), { folder, branch, onProgress: bar.update });
  })
    .catch(bar.fail)
    .finally(bar.end);
  printRows([{ folder, documents }], format);
  say(t('cli.export.done', { count: documents, folder }));
  say(t('cli.export.leftOut', { archived, ...leftOut }));
  if (lostFiles > 0) say(t('cli.export.lostFiles', { count: lostFiles }));
}

/** A progress bar; `fail` throws an error that says whether a part of the export is in the folder. */
function exportBar(folder: string) {
  const { t } = terminal();
  const { update, end } = progressBar(t('cli.export.progress'));
  let hasBegun = false;
  return {
    update: (done: number, total: number) => {
      hasBegun = true;
      update(done, total);
    },
    fail: (error: unknown): never => {
      if (!hasBegun) throw error;
      const reason = faultText(error, t).replace(/\.$/, '');
      throw new Error(t('cli.export.partial', { reason, folder }), { cause: error });
    },
    end,
  };
}

async function exportAll(folder: string, format: Format): Promise<void> {
  const { t, say } = terminal();
  const bar = exportBar(folder);
  const people = await withServices(() => exportEveryone(folder, bar.update))
    .catch(bar.fail)
    .finally(bar.end);
  const rows = people.map(({ email, folder: own, documents, archived, leftOut }) => {
    return { email, folder: own, documents, archived, ...leftOut };
  });
  printRows(rows, format);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  say(t('cli.export.done', { count: sum((row) => row.documents), folder }));
  say(
    t('cli.export.leftOut', {
      archived: sum((row) => row.archived),
      revisions: sum((row) => row.revisions),
      shares: sum((row) => row.shares),
      looseFiles: sum((row) => row.looseFiles),
    }),
  );
  const lostFiles = people.reduce((total, person) => total + person.lostFiles, 0);
  if (lostFiles > 0) say(t('cli.export.lostFiles', { count: lostFiles }));
}
