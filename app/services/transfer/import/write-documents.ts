import { AppError } from '#app/errors.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { type CoverImage, setCover } from '#app/services/documents/cover.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import type { Siblings } from '#app/services/documents/position.ts';
import type { Attachments } from '#app/services/transfer/import/attachments.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/import/plan-import.ts';
import { type Batch, type Prepared, TextPreparation } from '#app/services/transfer/import/prepare-texts.ts';
import { resolvePath } from '#app/services/transfer/import/repoint-links.ts';
import { execute, inTransaction } from '#db/connection.ts';
import { putStar } from '#db/queries/reader-states.ts';

export type Progress = (done: number, total: number) => void;
/** A run of an import: `done` documents were written by earlier ones. */
export type ImportRun = { id: string; worker: string; done: number };
type Written = { run: ImportRun; attachments: Attachments; onProgress?: Progress | undefined; signal?: AbortSignal };

/** Thrown if the import was undone or another process continues it. */
export class Superseded extends Error {}

/** Documents per transaction, so that other writes can interleave. */
const BATCH = 25;

/**
 * Creates the planned documents, the topmost after the existing children of their parent. Reports parts of their texts
 * that could not be stored. Throws `documentNotFound` and `documentAccessDenied` for the parent, and `Superseded`.
 */
export async function writeDocuments(actor: Actor, plan: ImportPlan, written: Written): Promise<NotTaken[]> {
  const { run, attachments, onProgress, signal } = written;
  const { documents } = plan;
  const notTaken: NotTaken[] = [];
  const texts = new TextPreparation(actor, plan, attachments);
  const batchFrom = (from: number) => {
    const batch = documents.slice(from, from + BATCH);
    return from < run.done ? texts.survey(batch) : texts.prepare(batch);
  };
  let next = batchFrom(0);
  try {
    for (let from = 0; from < documents.length; from += BATCH) {
      const batch = await next;
      if (signal?.aborted) throw new Superseded();
      next = batchFrom(from + BATCH);
      const done = Math.min(from + BATCH, documents.length);
      notTaken.push(...batch.notTaken, ...(await write(actor, batch, { ...written, done })));
      onProgress?.(done, documents.length);
    }
  } finally {
    // The first error is reported, not this one.
    await next.catch(() => undefined);
  }
  return notTaken;
}

/** Writes the documents of a batch with their files. Returns what could not be stored. */
async function write(
  actor: Actor,
  batch: Batch,
  { run, attachments, done }: Written & { done: number },
): Promise<NotTaken[]> {
  const notTaken: NotTaken[] = [];
  if (batch.prepared.length > 0) {
    await inTransaction(async () => {
      await recordProgress(run, done);
      await insertAll(actor, run.id, batch.prepared);
    });
  }
  for (const planned of batch.planned) {
    const cover = coverOf(planned, attachments);
    // An earlier run may have ended between writing the documents of its last batch and their files.
    if (done < run.done) attachments.forget(planned.id);
    else {
      notTaken.push(...(await attachments.save(actor, planned.id)));
      if (cover) await putCover(actor, planned.id, cover);
    }
  }
  return notTaken;
}

async function recordProgress({ id, worker }: ImportRun, done: number): Promise<void> {
  const bind = { id, worker, done, now: Date.now() };
  const changed = await execute(
    'UPDATE imports SET done = $done, worked_at = $now WHERE id = $id AND worker = $worker',
    bind,
  );
  if (changed === 0) throw new Superseded();
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

async function insertAll(actor: Actor, importId: string, batch: Prepared[]) {
  const places = new Map<string | null, Siblings>();
  for (const { planned, text } of batch) {
    const { id, title, icon, parentId, createdAt, updatedAt } = planned;
    // Under the lock of the tree, the check for one sibling is valid for the next.
    const siblings = places.get(parentId) ?? (await placeBelow(actor, parentId)).siblings;
    places.set(parentId, siblings);
    await insertDocument(actor, { id, title, icon, text, siblings, importId, createdAt, updatedAt });
    if (planned.isStarred) await putStar({ me: actor.id, id, starredAt: planned.starredAt ?? Date.now() });
  }
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
