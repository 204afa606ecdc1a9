import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { openBackup, restoreBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { checkAll } from '#app/services/maintenance/check/check-all.ts';
import { asRefusal } from '#cli/commands/db/refusal.ts';
import { workInFolder } from '#cli/commands/db/work-in-folder.ts';
import { CheckFailed } from '#cli/exit.ts';
import { lowerPriority } from '#cli/lower-priority.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { stoppable, withProgress } from '#cli/output/with-progress.ts';
import { terminal, withServices } from '#cli/with-services.ts';

/** Restores an archive into a temporary folder, checks the data, and removes it. */
export async function verifyCommand(given: string, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const file = resolve(given);
  lowerPriority();
  const { rows, files, missing, faults } = await stoppable(t('cli.progress.stoppedVerify'), async (stop) => {
    const scratch = await mkdtemp(join(tmpdir(), 'arbor-verify-'));
    try {
      workInFolder(scratch);
      return await withProgress(t('cli.progress.verify', { file: given }), stop, (progress) =>
        withServices(() => tryOut(file, progress), { makes: true }),
      );
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
  printRows([{ file, rows, files, missing: missing.length, faults: faults.length }], format);
  for (const fault of faults) say(fault);
  if (faults.length > 0) throw new CheckFailed();
  say(t('cli.backup.verified', { count: rows }));
}

async function tryOut(file: string, progress: BackupProgress) {
  const backup = await openBackup(file, { progress }).catch((error) => {
    throw asRefusal(error, file);
  });
  const restored = await restoreBackup(backup, { progress });
  progress.begin('inspecting');
  const faults: string[] = [];
  const lost = new Set(restored.missing);
  for await (const { area, problem, subject, detail } of checkAll({ repair: false })) {
    progress.begin('inspecting');
    // Bytes missing in the source's storage are listed by the backup itself.
    if (problem === 'noBytes' && lost.size > 0) continue;
    faults.push([area, problem, subject, detail].filter(Boolean).join(' '));
  }
  return { ...restored, faults };
}
