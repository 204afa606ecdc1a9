import type { Actor } from '#app/services/actor.ts';
import { takeAway } from '#app/services/documents/take-away.ts';
import { newId } from '#app/services/new-id.ts';
import { Attachments } from '#app/services/transfer/attachments.ts';
import { type ImportReport, NOT_TAKEN_MAX, type NotTaken, ROOTS_MAX } from '#app/services/transfer/import-report.ts';
import { type ImportPlan, planImport, type UploadedFolder } from '#app/services/transfer/plan-import.ts';
import { type Progress, requireRoom, writeDocuments } from '#app/services/transfer/write-documents.ts';
import { inTransaction, models } from '#db/connection.ts';

type Source = {
  parentId: string | null;
  /** Names of the imported files or the folder. */
  sources: string[];
  folders: UploadedFolder[];
  /** Files of other kinds beside the texts, and the paths of their bytes. */
  others: Map<string, string | null>;
  notTaken: NotTaken[];
  onProgress?: Progress | undefined;
};
/** Result of one import, with everything that was not imported. */
export type Imported = { id: string; notTaken: NotTaken[]; report: ImportReport };

/**
 * Creates documents from the gathered files and stores the report. Reports what cannot be imported and keeps the rest;
 * a database failure removes everything. Throws `documentNotFound`, `documentAccessDenied`, `validationFailed`.
 */
export async function runImport(actor: Actor, source: Source): Promise<Imported> {
  const { parentId, folders, others, onProgress } = source;
  const plan = planImport(folders, parentId);
  await requireRoom(actor, parentId, plan.documents);
  const id = newId();
  await beginReport(actor, id, parentId, reportOf(source, plan, { notTaken: [], isComplete: false }));
  try {
    const attachments = new Attachments(others);
    const found = await writeDocuments(actor, plan, { importId: id, attachments, onProgress });
    const left = attachments.left().map((path): NotTaken => ({ path, reason: 'attachment', detail: '' }));
    const notTaken = [...source.notTaken, ...found, ...left];
    const report = reportOf(source, plan, { notTaken, isComplete: true });
    const finished = { report: JSON.stringify(report) };
    await inTransaction(async () => (await models()).Import.update(finished, { where: { id } }));
    return { id, notTaken, report };
  } catch (error) {
    await removeAll(id);
    throw error;
  }
}

type Outcome = { notTaken: NotTaken[]; isComplete: boolean };

function reportOf({ sources }: Source, { documents }: ImportPlan, { notTaken, isComplete }: Outcome): ImportReport {
  const tops = documents.filter(({ level }) => level === 0).slice(0, ROOTS_MAX);
  return {
    sources: sources.slice(0, ROOTS_MAX),
    documents: documents.length,
    tops: tops.map(({ id, title }) => ({ id, title })),
    notTaken: notTaken.slice(0, NOT_TAKEN_MAX),
    notTakenCount: notTaken.length,
    isComplete,
  };
}

async function beginReport(actor: Actor, id: string, parentId: string | null, report: ImportReport): Promise<void> {
  const row = { id, userId: actor.id, parentId, report: JSON.stringify(report), createdAt: Date.now() };
  await inTransaction(async () => (await models()).Import.create(row));
}

async function removeAll(id: string): Promise<void> {
  await inTransaction(async () => {
    await takeAway('import_id = $id', { id });
    await (await models()).Import.destroy({ where: { id } });
  });
}
