import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Part } from '#app/services/maintenance/backup/part/get-recipient.ts';
import {
  type PlannedPart,
  previewPart,
  type RestoredPart,
  restorePart,
} from '#app/services/maintenance/backup/part/restore-part.ts';
import { isOurs, openSource, type Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { UnfitPart } from '#app/services/maintenance/backup/part/unfit-part.ts';
import { UnfitBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { asRefusal } from '#cli/commands/db/refusal.ts';
import { NotFoundError, RefusedError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { stoppable, withProgress } from '#cli/output/with-progress.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export type PartOptions = {
  branch?: string;
  account?: string;
  to?: string;
  dryRun?: boolean;
  yes?: boolean;
  format: Format;
};

/** Restores one branch or one account of a backup into the installation, beside its existing data. */
export async function restorePartCommand(given: string, options: PartOptions): Promise<void> {
  const { t } = terminal();
  // A missing installation is noticed before the archive is unpacked, which may take long.
  await withServices(async () => undefined, 'files');
  await stoppable(t('cli.progress.stoppedRestore'), (stop) => restorePartOf(given, options, stop));
}

async function restorePartOf(given: string, options: PartOptions, stop: AbortController): Promise<void> {
  const { t } = terminal();
  const scratch = await mkdtemp(join(tmpdir(), 'arbor-part-'));
  const bar = progressBar(t('cli.backup.restoring'));
  try {
    const title = t('cli.progress.restore', { file: given });
    const source = await withProgress(title, stop, (progress) => openSource(resolve(given), scratch, progress)).catch(
      (error) => {
        throw asRefusal(error, given);
      },
    );
    const wanted = { part: partOf(options), to: options.to };
    await withServices(async () => {
      if (options.dryRun) return printPlan(await previewPart(source, wanted), options.format);
      await confirm(source, await previewPart(source, wanted), { ...options, signal: stop.signal });
      stop.signal.throwIfAborted();
      const restored = await restorePart(OPERATOR, source, wanted, bar.update);
      bar.end();
      report(restored, source, options.format);
    }, 'files').finally(source.close);
  } catch (error) {
    throw error instanceof UnfitPart ? asUnfit(error) : error instanceof UnfitBackup ? asRefusal(error, given) : error;
  } finally {
    bar.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

const partOf = ({ branch, account }: PartOptions): Part =>
  branch === undefined ? { account: account! } : { branch: branch.trim() };

const dateOf = ({ backup }: Source) => backup.manifest.createdAt.slice(0, 16).replace('T', ' ');

/** Prints each restored branch, with the number of its documents. */
function printPlan({ plan, recipient }: PlannedPart, format: Format): void {
  const { t, say } = terminal();
  const coming = new Map(plan.documents.map((document) => [document.id, document]));
  const counts = new Map<string, number>();
  const topOf = new Map<string, string>();
  for (const { id, parentId } of plan.documents) {
    const top = parentId !== null && coming.has(parentId) ? topOf.get(parentId)! : id;
    topOf.set(id, top);
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  const rows = [...counts].map(([id, documents]) => ({ id, title: coming.get(id)!.title, documents }));
  printRows(rows, format);
  sayKept(plan.existing.length);
  if (recipient.account) say(t('cli.part.withAccount', { email: recipient.email }));
  say(t('cli.part.nothingYet'));
}

function sayKept(count: number): void {
  const { t, say } = terminal();
  if (count > 0) say(t('cli.part.kept', { count }));
}

type Asked = { yes?: boolean; signal: AbortSignal };

async function confirm(source: Source, { plan, recipient }: PlannedPart, { yes, signal }: Asked): Promise<void> {
  const { t } = terminal();
  if (plan.documents.length === 0 && !recipient.account) return;
  const values = { count: plan.documents.length, email: recipient.email, date: dateOf(source) };
  await requireConfirmation(t(recipient.account ? 'cli.part.questionAccount' : 'cli.part.question', values), {
    yes,
    t,
    signal,
  });
}

function report(restored: RestoredPart, { backup }: Source, format: Format): void {
  const { t, say } = terminal();
  const { plan, recipient, files, missing, username } = restored;
  const kept = plan.existing.length;
  const account = recipient.account !== null;
  printRows([{ owner: recipient.email, account, documents: plan.documents.length, kept, files, missing }], format);
  sayKept(kept);
  if (missing > 0) say(t('cli.part.missing', { count: missing }));
  if (username !== null) say(t('cli.part.username', { username }));
  if (account && recipient.account?.totp_secret && !isOurs(backup))
    say(t('cli.part.secondFactor', { email: recipient.email }));
  say(t('cli.part.done', { count: plan.documents.length }));
}

const NOT_FOUND = ['noBranch', 'noAccount', 'noRecipient', 'noPlace'];

function asUnfit({ reason, message: subject }: UnfitPart): Error {
  const text = terminal().t(`cli.part.${reason}`, { subject });
  return NOT_FOUND.includes(reason) ? new NotFoundError(text) : new RefusedError(text);
}
