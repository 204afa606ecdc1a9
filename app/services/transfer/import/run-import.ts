import { hash } from 'node:crypto';
import type { Actor } from '#app/services/actor.ts';
import { forgetHolder, newHolder } from '#app/services/maintenance/processes/holder.ts';
import { newId } from '#app/services/new-id.ts';
import { storeWords } from '#app/services/search/known-words.ts';
import type { ReadExtras } from '#app/services/transfer/export/read-extras.ts';
import { archiveImported } from '#app/services/transfer/import/archive-imported.ts';
import { Attachments } from '#app/services/transfer/import/attachments.ts';
import {
  type ImportReport,
  NOT_TAKEN_MAX,
  type NotTaken,
  ROOTS_MAX,
} from '#app/services/transfer/import/import-report.ts';
import { type ImportPlan, planImport, type UploadedFolder } from '#app/services/transfer/import/plan-import.ts';
import { restoreExtras } from '#app/services/transfer/import/restore-extras.ts';
import { takeBack } from '#app/services/transfer/import/take-back.ts';
import {
  type ImportRun,
  type Progress,
  requireRoom,
  Superseded,
  writeDocuments,
} from '#app/services/transfer/import/write-documents.ts';
import { takeAllThreads } from '#app/threads/run-in-thread.ts';
import { inTransaction, models } from '#db/connection.ts';
import { countDocumentsOfImport } from '#db/queries/imports.ts';

/** Gathered input of an import. */
export type ImportSource = {
  parentId: string | null;
  /** Names of the imported files or the folder. */
  sources: string[];
  folders: UploadedFolder[];
  /** Files other than texts, with the paths of their bytes; null for types that are not accepted. */
  others: Map<string, string | null>;
  notTaken: NotTaken[];
  /** Data of manifests beside the texts. */
  carried?: ReadExtras[];
  onProgress?: Progress | undefined;
};
/** Result of one import, with everything that was not imported. */
export type Imported = { id: string; notTaken: NotTaken[]; report: ImportReport };

/** Thrown if an import failed and what it wrote could not be taken back, as on a full disk. `cause` is the failure. */
export class ImportLeft extends Error {
  override name = 'ImportLeft';
  readonly documents: number;
  constructor(documents: number, cause: unknown) {
    super(`${documents} documents are left`, { cause });
    this.documents = documents;
  }
}

/**
 * Creates documents from the gathered files and stores the report. Reports what cannot be imported and keeps the rest;
 * a database failure takes everything back. Throws `documentNotFound`, `documentAccessDenied`, `validationFailed`,
 * `ImportLeft`.
 */
export async function runImport(actor: Actor, source: ImportSource): Promise<Imported> {
  const run: ImportRun = { id: newId(), worker: newHolder(), done: 0 };
  const plan = await planOf(run.id, source);
  await requireRoom(actor, source.parentId, plan.documents);
  await recordImport(actor, run, source, reportOf(source, plan, { notTaken: [], isComplete: false }));
  try {
    return await finishImport(actor, run, { source, plan });
  } catch (error) {
    await removeImport(run).catch(async () => {
      throw new ImportLeft(await countDocuments(run), error);
    });
    throw error;
  } finally {
    forgetHolder(run.worker);
  }
}

/**
 * Imports in a process that works for nobody else: a command, which runs no jobs. Without documents it makes nothing,
 * and no entry in the list of imports. Throws as `runImport`.
 */
export async function runAlone(actor: Actor, source: ImportSource): Promise<Imported> {
  if (source.folders.every(({ branches }) => branches.length === 0)) return nothingImported(source);
  takeAllThreads();
  const imported = await runImport(actor, source);
  await storeWords();
  return imported;
}

function nothingImported(source: ImportSource): Imported {
  const notTaken = [...source.notTaken, ...unused(new Attachments(source.others, idsBelow('')))];
  return { id: '', notTaken, report: reportOf(source, { documents: [] }, { notTaken, isComplete: true }) };
}

/** Continues a recorded import after what earlier runs wrote. Throws as `runImport`, and `Superseded`. */
export async function continueImport(
  actor: Actor,
  run: ImportRun,
  source: ImportSource,
  signal: AbortSignal,
): Promise<Imported> {
  const plan = await planOf(run.id, source);
  await requireRoom(actor, source.parentId, plan.documents);
  const report = JSON.stringify(reportOf(source, plan, { notTaken: source.notTaken, isComplete: false }));
  await inTransaction(async () =>
    (await models()).Import.update({ report }, { where: { id: run.id, worker: run.worker } }),
  );
  return finishImport(actor, run, { source, plan, signal });
}

/** Plans an import deterministically: every run has the same documents with the same ids. */
export const planOf = (id: string, { folders, parentId }: ImportSource): Promise<ImportPlan> =>
  planImport(folders, parentId, idsBelow(id));

/** Derives ids from that of an import: from a name or, without one, from a counter. */
export function idsBelow(id: string): (name?: string) => string {
  let turn = 0;
  return (name) => {
    if (name === undefined) turn += 1;
    const digest = hash('sha256', `${id} ${name ?? turn}`);
    return `c${BigInt(`0x${digest}`).toString(36).padStart(23, '0').slice(-23)}`;
  };
}

type Planned = { source: ImportSource; plan: ImportPlan; signal?: AbortSignal };

async function finishImport(actor: Actor, run: ImportRun, { source, plan, signal }: Planned): Promise<Imported> {
  const attachments = new Attachments(source.others, idsBelow(run.id));
  const written = { run, attachments, onProgress: source.onProgress, ...(signal ? { signal } : {}) };
  const { notTaken: found, skipped } = await writeDocuments(actor, plan, written);
  await archiveImported(run.id, plan);
  const restoring = { plan, carried: source.carried ?? [], idOf: idsBelow(run.id) };
  const notBack = await restoreExtras(actor, restoring);
  const notTaken = [...source.notTaken, ...found, ...notBack, ...unused(attachments)];
  const present = { ...plan, documents: plan.documents.filter(({ id: planned }) => !skipped.has(planned)) };
  const report = reportOf(source, present, { notTaken, isComplete: true });
  const finished = { report: JSON.stringify(report), state: 'done' as const, worker: null, sources: null };
  const { id, worker } = run;
  const [changed] = await inTransaction(async () =>
    (await models()).Import.update(finished, { where: { id, worker } }),
  );
  if (changed === 0) throw new Superseded();
  return { id, notTaken, report };
}

export const unused = (attachments: Attachments): NotTaken[] =>
  attachments.left().map((path) => ({ path, reason: 'attachment', detail: '' }));

type Outcome = { notTaken: NotTaken[]; isComplete: boolean };

export function reportOf(
  { sources }: ImportSource,
  { documents }: Pick<ImportPlan, 'documents'>,
  outcome: Outcome,
): ImportReport {
  const { notTaken, isComplete } = outcome;
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

async function recordImport(
  actor: Actor,
  run: ImportRun,
  { parentId }: ImportSource,
  report: ImportReport,
): Promise<void> {
  const now = Date.now();
  const place = { id: run.id, userId: actor.id, parentId, report: JSON.stringify(report), createdAt: now };
  const row = { ...place, state: 'running' as const, worker: run.worker, workedAt: now };
  await inTransaction(async () => (await models()).Import.create(row));
}

async function countDocuments({ id }: ImportRun): Promise<number> {
  const [row] = await countDocumentsOfImport({ id });
  return Number(row!.present);
}

/** Takes back an import and removes its row, unless it was undone meanwhile. */
async function removeImport({ id, worker }: ImportRun): Promise<void> {
  await inTransaction(async () => {
    const { Import } = await models();
    const own = await Import.findOne({ where: { id, worker } });
    if (!own) return;
    await takeBack(own);
    await Import.destroy({ where: { id } });
  });
}
