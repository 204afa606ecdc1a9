import { basename } from 'node:path';
import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { Attachments } from '#app/services/transfer/import/attachments.ts';
import { readFolderSource } from '#app/services/transfer/import/import-folder.ts';
import { type ImportReport, type NotTaken, PLANNED_MAX } from '#app/services/transfer/import/import-report.ts';
import { type ImportInput, withUploads } from '#app/services/transfer/import/import-uploads.ts';
import { inTreeOrder } from '#app/services/transfer/import/plan-import.ts';
import { TextPreparation } from '#app/services/transfer/import/prepare-texts.ts';
import { type ImportSource, planOf, reportOf, unused } from '#app/services/transfer/import/run-import.ts';
import { requireRoom } from '#app/services/transfer/import/write-documents.ts';

const BATCH = 25;

/** Reports what an import of uploads would create and omit. Throws as `importUploads`. */
export const surveyUploads = (actor: Actor, { uploads, parentId }: ImportInput): Promise<ImportReport> =>
  withUploads(
    async () => uploads,
    parentId,
    async (source) => (await survey(actor, source)).report,
  );

/** Reports the same for a local file, with all documents and problems. */
export const surveyArchive = (actor: Actor, file: string, parentId: string | null): Promise<Survey> =>
  withUploads(
    async () => [{ name: basename(file), file }],
    parentId,
    (source) => survey(actor, source),
  );

export const surveyFolder = (actor: Actor, folder: string, parentId: string | null): Promise<Survey> =>
  readFolderSource(folder, parentId, (source) => survey(actor, source));

export type Survey = { report: ImportReport; documents: PlannedLine[]; notTaken: NotTaken[] };
export type PlannedLine = NonNullable<ImportReport['planned']>[number];

async function survey(actor: Actor, source: ImportSource): Promise<Survey> {
  const plan = await planOf(newId(), source);
  await requireRoom(actor, source.parentId, plan.documents);
  const attachments = new Attachments(source.others);
  const texts = new TextPreparation(actor, plan, attachments);
  const found: NotTaken[] = [];
  for (let from = 0; from < plan.documents.length; from += BATCH) {
    const batch = await texts.survey(plan.documents.slice(from, from + BATCH));
    for (const one of batch.notTaken) found.push(one);
  }
  const notTaken = [...source.notTaken, ...found, ...unused(attachments)];
  const documents = inTreeOrder(plan.documents).map(({ title, path, level }) => ({ title, path, level }));
  const report = reportOf(source, plan, { notTaken, isComplete: false });
  const planned = { tops: [], planned: documents.slice(0, PLANNED_MAX), attachments: attachments.count() };
  return { report: { ...report, ...planned }, documents, notTaken };
}
