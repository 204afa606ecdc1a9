import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import type { Actor } from '#app/services/actor.ts';
import { findKilledImports } from '#app/services/transfer/import/find-killed-imports.ts';
import { importEveryone } from '#app/services/transfer/import/import-everyone.ts';
import { importFolder } from '#app/services/transfer/import/import-folder.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import { importUploads } from '#app/services/transfer/import/import-uploads.ts';
import { ImportLeft } from '#app/services/transfer/import/run-import.ts';
import { surveyArchive, surveyFolder } from '#app/services/transfer/import/survey-import.ts';
import { CheckFailed, faultText, NotFoundError, UsageError } from '#cli/exit.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { owner?: string; all?: boolean; parent?: string; dryRun?: boolean; format: Format };

export async function importCommand(folder: string, options: Options): Promise<void> {
  const { t, say } = terminal();
  const { owner, all = false, parent, dryRun, format } = options;
  if ((owner === undefined) !== all) throw new UsageError(t('cli.import.whose'));
  if (all && (dryRun || parent !== undefined)) throw new UsageError(t('cli.import.notWithAll'));
  const kind = await kindOf(folder);
  if (kind === 'missing') throw new NotFoundError(t('cli.import.noFolder', { folder }));
  if (!kind) throw new UsageError(t('cli.import.noFolder', { folder }));
  if (parent !== undefined && !z.cuid().safeParse(parent).success) throw new UsageError(t('validation.id.invalid'));
  if (owner === undefined) return importAll(folder, format);
  if (dryRun) return showPlan({ path: folder, kind, owner, parent: parent ?? null, format });
  const bar = progressBar(t('cli.import.progress'));
  const { id, report, notTaken } = await withServices(async () => {
    const actor = await getActor(owner);
    await tellKilled(actor);
    const where = { parentId: parent ?? null, onProgress: bar.update };
    if (kind === 'folder') return importFolder(actor, { folder, ...where });
    return importUploads(actor, { uploads: [{ name: basename(folder), file: folder }], ...where });
  })
    .catch(explain)
    .finally(bar.end);
  sayNotTaken(notTaken);
  const { documents, tops } = report;
  const [top] = tops;
  const row = { id: top?.id ?? '', title: top?.title ?? '', documents, notTaken: notTaken.length, importId: id };
  printRows([row], format);
  say(documents === 0 ? t('cli.import.nothing', { folder }) : t('cli.import.done', { count: documents }));
  if (documents === 0 && notTaken.length > 0) throw new CheckFailed();
}

async function importAll(folder: string, format: Format): Promise<void> {
  const { t, say } = terminal();
  const bar = progressBar(t('cli.import.progress'));
  const people = await withServices(() => importEveryone(folder, { onOwner: tellKilled, onPerson: bar.update }))
    .catch((error) => {
      if (error instanceof AppError && error.error === 'notFound')
        throw new UsageError(t('cli.import.noPeople', { folder }));
      return explain(error);
    })
    .finally(bar.end);
  const rows = people.map(({ email, imported }) => {
    const { documents = 0, notTakenCount = 0 } = imported?.report ?? {};
    return { email, documents, notTaken: notTakenCount, importId: imported?.id ?? '' };
  });
  printRows(rows, format);
  for (const { email, imported } of people) {
    sayNotTaken(imported?.notTaken ?? []);
    if (!imported) say(t('cli.import.noAccount', { email }));
  }
  say(t('cli.import.done', { count: rows.reduce((sum, { documents }) => sum + documents, 0) }));
}

/** Throws the error of an import, with the number of documents that it left. */
function explain(error: unknown): never {
  if (!(error instanceof ImportLeft)) throw error;
  const { t } = terminal();
  const reason = faultText(error.cause, t).replace(/\.$/, '');
  throw new Error(t('cli.import.left', { reason, count: error.documents }));
}

type Plan = { path: string; kind: 'folder' | 'zip'; owner: string; parent: string | null; format: Format };

/** Prints the documents that an import would create, and what it would omit. */
async function showPlan({ path, kind, owner, parent, format }: Plan): Promise<void> {
  const { t, say } = terminal();
  const { documents, notTaken } = await withServices(async () => {
    const actor = await getActor(owner);
    await tellKilled(actor);
    return kind === 'folder' ? surveyFolder(actor, path, parent) : surveyArchive(actor, path, parent);
  });
  sayNotTaken(notTaken);
  printRows(documents, format);
  say(t('cli.import.planned', { count: documents.length }));
}

/** Warns of documents left by killed imports, as the same import creates a second tree. */
async function tellKilled(actor: Actor): Promise<void> {
  const { t, say } = terminal();
  for (const { sources, createdAt, present } of await findKilledImports(actor)) {
    const values = {
      email: actor.email,
      sources: sources.join(', '),
      at: createdAt.slice(0, 16).replace('T', ' '),
      count: present,
    };
    say(t('cli.import.killed', values));
  }
}

function sayNotTaken(notTaken: NotTaken[]): void {
  const { t, say } = terminal();
  for (const { path, reason, detail } of notTaken) {
    say(t('cli.import.notTaken', { path, reason: t(`transfer.reason.${reason}`, { detail }) }));
  }
}

/**
 * Returns the kind of a path, null if unsupported; throws errors other than a missing path, such as missing permission.
 */
async function kindOf(path: string): Promise<'folder' | 'zip' | 'missing' | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() && /\.zip$/i.test(path) ? 'zip' : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'missing';
    throw error;
  }
}
