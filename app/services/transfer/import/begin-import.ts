import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { awaitImport, runWaitingImports } from '#app/services/transfer/import/import-jobs.ts';
import type { ImportReport } from '#app/services/transfer/import/import-report.ts';
import type { ImportInput } from '#app/services/transfer/import/import-uploads.ts';
import { storeUploads } from '#app/services/transfer/import/stored-uploads.ts';
import { surveyUploads } from '#app/services/transfer/import/survey-import.ts';
import { execute, inTransaction, models } from '#db/connection.ts';

/** After this time the request responds while the import continues. */
const PATIENCE_MS = 8000;

/**
 * Imports uploaded files as a job that survives this request and process. Returns the report, or null if it does not
 * finish within seconds. Throws as `importUploads`.
 */
export async function beginImport(actor: Actor, input: ImportInput): Promise<ImportReport | null> {
  if (input.parentId !== null) await requireAccess(actor, input.parentId, 'addChild');
  const report = { documents: 0, tops: [], notTaken: [], notTakenCount: 0, isComplete: false };
  const sources = input.uploads.map(({ name }) => name);
  return runSoon(await record(actor, input, 'waiting', { sources, ...report }));
}

/**
 * Reads uploaded files and stores them with a report of what would be imported; imports nothing yet. Returns the id of
 * the import.
 */
export async function planUploads(actor: Actor, input: ImportInput): Promise<string> {
  return record(actor, input, 'planned', await surveyUploads(actor, input));
}

/** Starts a planned import. Throws `notFound` for another person's import and one already started. */
export async function startPlanned(actor: Actor, id: string): Promise<ImportReport | null> {
  const started = await execute(
    "UPDATE imports SET state = 'waiting', worked_at = 0 WHERE id = $id AND user_id = $me AND state = 'planned'",
    { id, me: actor.id },
  );
  if (started === 0) throw new AppError('notFound');
  return runSoon(id);
}

async function runSoon(id: string): Promise<ImportReport | null> {
  await runWaitingImports();
  return (await awaitImport(id, PATIENCE_MS))?.report ?? null;
}

async function record(
  actor: Actor,
  { uploads, parentId }: ImportInput,
  state: 'planned' | 'waiting',
  report: ImportReport,
): Promise<string> {
  const id = newId();
  const sources = await storeUploads(id, uploads);
  const row = { id, userId: actor.id, parentId, report: JSON.stringify(report), state, sources, createdAt: Date.now() };
  await inTransaction(async () => (await models()).Import.create(row));
  return id;
}
