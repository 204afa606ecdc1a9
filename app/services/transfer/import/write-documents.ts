import { AppError } from '#app/errors.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { type CoverImage, setCover } from '#app/services/documents/cover.ts';
import { newDocumentSteps } from '#app/services/documents/new-documents.ts';
import { placeDocuments } from '#app/services/documents/place-documents.ts';
import type { Attachments } from '#app/services/transfer/import/attachments.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/import/plan-import.ts';
import { type Batch, type Prepared, TextPreparation } from '#app/services/transfer/import/prepare-texts.ts';
import { resolvePath } from '#app/services/transfer/import/repoint-links.ts';
import { putProgress } from '#db/queries/imports.ts';
import { BatchRefused, writeBatch } from '#db/write-batch.ts';

export type Progress = (done: number, total: number) => void;
/** A run of an import: `done` documents were written by earlier ones. */
export type ImportRun = { id: string; worker: string; done: number };
type Written = { run: ImportRun; attachments: Attachments; onProgress?: Progress | undefined; signal?: AbortSignal };

/** Thrown if the import was undone or another process continues it. */
export class Superseded extends Error {}

/**
 * Bounds of a batch, so that the write lock is held for some hundredths of a second. A longer text is a batch of its
 * own.
 */
const BATCH_DOCUMENTS = 25;
const BATCH_UNITS = 200_000;
/** Batches prepared while one is written, so that no thread waits for the next one. */
const AHEAD = 5;
/** Attempts to write a batch whose parents change meanwhile. */
const ATTEMPTS_MAX = 10;

/** `skipped`: ids of the documents that could not be created. */
type Found = { notTaken: NotTaken[]; skipped: Set<string> };

/**
 * Creates the planned documents, the topmost after the existing children of their parent. Reports parts of their texts
 * that could not be stored, and documents whose parent was archived, deleted or closed to the actor meanwhile. Throws
 * `Superseded`.
 */
export async function writeDocuments(actor: Actor, plan: ImportPlan, written: Written): Promise<Found> {
  const { run, attachments, onProgress, signal } = written;
  const { documents } = plan;
  const found: Found = { notTaken: [], skipped: new Set() };
  const texts = new TextPreparation(actor, plan, attachments);
  const ends = batchEnds(documents, run.done);
  const prepare = (nth: number) => {
    const batch = documents.slice(ends[nth - 1] ?? 0, ends[nth]);
    return ends[nth]! <= run.done ? texts.survey(batch) : texts.prepare(batch);
  };
  const ahead: Promise<Batch>[] = [];
  let started = 0;
  const prepareAhead = () => {
    for (; ahead.length <= AHEAD && started < ends.length; started += 1) {
      const prepared = prepare(started);
      // Not unhandled: the error is thrown when the batch is written.
      prepared.catch(() => undefined);
      ahead.push(prepared);
    }
  };
  try {
    for (const done of ends) {
      prepareAhead();
      const batch = await ahead.shift()!;
      if (signal?.aborted) throw new Superseded();
      // A text of links may have more entries than a call takes arguments.
      for (const one of batch.notTaken) found.notTaken.push(one);
      await write(actor, batch, { ...written, done, found });
      onProgress?.(done, documents.length);
    }
  } finally {
    await Promise.allSettled(ahead);
  }
  return found;
}

/** Writes the documents of a batch with their files. Notes what could not be stored. */
async function write(
  actor: Actor,
  batch: Batch,
  { run, attachments, done, found }: Written & { done: number; found: Found },
): Promise<void> {
  const { prepared } = batch;
  const placeless = prepared.length > 0 ? await insertAll(actor, run, { prepared, done }) : [];
  for (const { id, path } of placeless) {
    found.skipped.add(id);
    found.notTaken.push({ path, reason: 'place', detail: '' });
  }
  for (const planned of batch.planned) {
    const cover = coverOf(planned, attachments);
    // An earlier run may have ended between writing the documents of its last batch and their files.
    if (done < run.done || found.skipped.has(planned.id)) attachments.forget(planned.id);
    else {
      found.notTaken.push(...(await attachments.save(actor, planned.id)));
      if (cover) await putCover(actor, planned.id, cover);
    }
  }
}

/** Returns where each batch ends. One ends at `done`, as what earlier runs wrote is not written again. */
export function batchEnds(documents: readonly Pick<PlannedDocument, 'content'>[], done: number): number[] {
  const ends: number[] = [];
  let [count, units] = [0, 0];
  for (const [at, { content }] of documents.entries()) {
    const isFull = count === BATCH_DOCUMENTS || units + content.length > BATCH_UNITS;
    if (count > 0 && (isFull || at === done)) {
      ends.push(at);
      [count, units] = [0, 0];
    }
    count += 1;
    units += content.length;
  }
  return count > 0 ? [...ends, documents.length] : ends;
}

function coverOf({ id, cover, folder, top }: PlannedDocument, attachments: Attachments) {
  if (!cover || /^(?:\/covers\/|https?:)/.test(cover.url)) return cover;
  const path = resolvePath(folder, cover.url, top);
  const url = path === null ? null : attachments.attach(id, path);
  return url && { ...cover, url };
}

/** Omits an unusable cover: the text matters more. */
async function putCover(actor: Actor, id: string, cover: CoverImage): Promise<void> {
  try {
    await setCover(actor, id, cover);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

type ToInsert = { prepared: Prepared[]; done: number };

/**
 * Inserts documents and records the progress together. Plans again if their parents have changed meanwhile. Returns the
 * documents without a place.
 */
async function insertAll(actor: Actor, run: ImportRun, { prepared, done }: ToInsert): Promise<PlannedDocument[]> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { places, steps } = await placeDocuments(
      actor,
      prepared.map(({ planned }) => planned),
    );
    const documents = prepared.flatMap((one, nth) => (places[nth] ? [{ ...rowOf(one, run.id), ...places[nth] }] : []));
    const { id, worker } = run;
    const progress = putProgress.step({ id, worker, done, now: Date.now() }, { expects: 'change' });
    try {
      await writeBatch([progress, ...steps, ...(documents.length > 0 ? newDocumentSteps(actor, documents) : [])]);
      return prepared.flatMap(({ planned }, nth) => (places[nth] ? [] : [planned]));
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error;
      if (error.step === progress) throw new Superseded();
    }
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 });
}

function rowOf({ planned, text }: Prepared, importId: string) {
  const { id, title, icon, createdAt, updatedAt, isStarred } = planned;
  const starredAt = isStarred ? (planned.starredAt ?? Date.now()) : null;
  return { id, title, icon, text, importId, createdAt, updatedAt, starredAt };
}

/**
 * Checks before anything is written. Throws as writing would, and `validationFailed` if the tree would become too deep.
 */
export async function requireRoom(actor: Actor, parentId: string | null, documents: PlannedDocument[]): Promise<void> {
  const depth = parentId === null ? 0 : (await requireAccess(actor, parentId, 'addChild')).depth + 1;
  const levels = documents.reduce((deepest, { level }) => Math.max(deepest, level + 1), 0);
  if (depth + levels <= DEPTH_MAX) return;
  throw new AppError('validationFailed', { fields: { parentId: [{ key: 'move.tooDeep' }] } });
}
