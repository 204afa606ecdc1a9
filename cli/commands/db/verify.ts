import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openBackup, restoreBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { checkAll } from '#app/services/maintenance/check/check-all.ts';
import { asRefusal } from '#cli/commands/db/refusal.ts';
import { workInFolder } from '#cli/commands/db/work-in-folder.ts';
import { CheckFailed } from '#cli/exit.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';
import { yieldToServers } from '#cli/yield-to-servers.ts';

/** Restores an archive into a temporary folder, checks the data, and removes it. */
export async function verifyCommand(given: string, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const file = resolve(given);
  const scratch = await mkdtemp(join(tmpdir(), 'arbor-verify-'));
  workInFolder(scratch);
  yieldToServers();
  const bar = progressBar(t('cli.backup.restoring'));
  try {
    const { rows, files, missing, faults } = await withServices(() => tryOut(file, bar.update), { makes: true });
    bar.end();
    printRows([{ file, rows, files, missing: missing.length, faults: faults.length }], format);
    for (const fault of faults) say(fault);
    if (faults.length > 0) throw new CheckFailed();
    say(t('cli.backup.verified', { count: rows }));
  } finally {
    bar.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function tryOut(file: string, onProgress: (done: number, total: number) => void) {
  const backup = await openBackup(file).catch((error) => {
    throw asRefusal(error, file);
  });
  const restored = await restoreBackup(backup, { onProgress });
  const faults: string[] = [];
  const lost = new Set(restored.missing);
  for await (const { area, problem, subject, detail } of checkAll({ repair: false })) {
    // Bytes missing in the source's storage are listed by the backup itself.
    if (problem === 'noBytes' && lost.size > 0) continue;
    faults.push([area, problem, subject, detail].filter(Boolean).join(' '));
  }
  return { ...restored, faults };
}
