import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import type { Actor } from '#app/services/actor.ts';
import { latestInstant } from '#app/services/clock.ts';
import { DAY_MS } from '#app/services/day.ts';
import { placeBelow } from '#app/services/documents/create-document.ts';
import { hiddenUnder } from '#app/services/documents/hidden-documents.ts';
import type { CopyPlan } from '#app/services/documents/plan-copy.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { deleteDocumentsWhere } from '#app/services/documents/purge-deleted.ts';
import { prepareCopies, writeCopies } from '#app/services/documents/write-copies.ts';
import { copyBytes, copyFiles, type FileCopies } from '#app/services/files/copy-files.ts';
import { isPassingFailure } from '#app/services/passing-failure.ts';
import { copyClosings } from '#app/services/shares/copy-closings.ts';
import { execute, inTransaction, models, select } from '#db/connection.ts';

/** Documents per transaction, so that other writes can interleave. */
const BATCH = 25;
/** A copy idle for this long belongs to a process that ended. */
const ABANDONED_AFTER_MS = 60_000;
const BEAT_MS = 15_000;
/** Time for which a copy is tried again. */
const TRIED_FOR_MS = 2 * DAY_MS;

/** Ids of the copies that this process runs. */
const running = new Set<string>();

/** Thrown if another process has taken over the copy as abandoned, or its account was deleted. */
class Superseded extends Error {}

/** `begunAt` is null if its caller waits for it, and is told of a failure. */
export type Copy = { id: string; plan: CopyPlan; done: number; begunAt: number | null };

/**
 * Records a copy before it starts, so that it is finished even if this process ends. Its id is that of the document it
 * will become.
 */
export async function beginCopy(actor: Actor, plan: CopyPlan): Promise<Copy> {
  await inTransaction(() => recordCopy(actor, plan));
  return { id: plan.idOf[plan.topId]!, plan, done: 0, begunAt: null };
}

/** Records a copy; call in a transaction. */
export async function recordCopy(actor: Actor, plan: CopyPlan): Promise<void> {
  const [id, total] = [plan.idOf[plan.topId]!, plan.sources.length];
  const row = {
    id,
    userId: actor.id,
    plan: JSON.stringify({ ...plan, begunAt: Date.now() }),
    total,
    workedAt: Date.now(),
  };
  await (await models()).Copy.create(row);
}

/**
 * Creates the documents of a copy batch by batch, hidden, and publishes them together at the end. Deletes them if the
 * copy fails; one that nobody waits for goes on later after a passing failure, for two days. Throws `documentNotFound`,
 * `documentAccessDenied`, `validationFailed` for a tree that would become too deep, and the errors of copying files.
 */
export async function runCopy(actor: Actor, copy: Copy): Promise<void> {
  running.add(copy.id);
  // The bytes of files may take longer than a copy may be idle.
  const beat = setInterval(() => void touch(copy.id), BEAT_MS).unref();
  try {
    await writeBatches(actor, copy);
    await copyBytes(fileCopies(copy.plan.files), copy.plan.ownerId);
    await inTransaction(() => finish(actor, copy));
  } catch (error) {
    if (error instanceof Superseded) throw new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
    if (!goesOn(copy, error)) await takeBack(copy);
    throw error;
  } finally {
    clearInterval(beat);
    running.delete(copy.id);
  }
}

async function touch(id: string): Promise<void> {
  try {
    await execute('UPDATE copies SET worked_at = $now WHERE id = $id', { id, now: Date.now() });
  } catch (error) {
    log.warn({ event: 'copy-not-touched', error }, 'a running copy could not note that it goes on');
  }
}

async function writeBatches(actor: Actor, { id, plan, done }: Copy): Promise<void> {
  for (let from = done; from < plan.sources.length; from += BATCH) {
    const ids = plan.sources.slice(from, from + BATCH).map((source) => source.id);
    const copies = await prepareCopies(actor, plan, ids);
    await inTransaction(async () => {
      const claimed = await execute(
        'UPDATE copies SET done = $next, worked_at = $now WHERE id = $id AND done = $from',
        { id, from, next: from + BATCH, now: Date.now() },
      );
      if (claimed === 0) throw new Superseded();
      await writeCopies(actor, plan, copies, hiddenUnder(id));
    });
  }
}

const fileCopies = ({ rows, idOf }: CopyPlan['files']): FileCopies => ({ rows, idOf: new Map(Object.entries(idOf)) });

/** Attaches the branch to its place; call in a transaction. */
async function finish(actor: Actor, { id, plan }: Copy): Promise<void> {
  // First, so that of two processes with this copy one waits for the other, and gives up.
  if ((await (await models()).Copy.destroy({ where: { id } })) === 0) throw new Superseded();
  const { siblings, depth } = await placeBelow(actor, plan.parentId);
  const { parentId, ownerId } = siblings;
  requireDepth(depth, plan);
  await execute('UPDATE documents SET archived_at = NULL, archive_root_id = NULL WHERE archive_root_id = $hidden', {
    hidden: hiddenUnder(id),
  });
  const position = await lastPosition({ parentId, ownerId });
  const topId = plan.idOf[plan.topId]!;
  await (await models()).Document.update({ parentId, position }, { where: { id: topId } });
  const documentOf = new Map(Object.entries(plan.idOf));
  await copyClosings(documentOf, ownerId);
  await copyFiles(fileCopies(plan.files), { ownerId, uploaderId: actor.id, documentOf });
}

function requireDepth(top: number, { sources }: CopyPlan): void {
  const levels = sources.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0);
  if (top + levels <= DEPTH_MAX) return;
  throw new AppError('validationFailed', { fields: { parentId: [{ key: 'move.tooDeep' }] } });
}

/** True for a copy that `finishAbandonedCopies` tries again. */
const goesOn = ({ begunAt }: Copy, error: unknown) =>
  begunAt !== null && isPassingFailure(error) && Date.now() - begunAt < TRIED_FOR_MS;

/** Deletes the documents already written for a copy. A failure is logged: the one of the copy matters. */
async function takeBack({ id }: Copy): Promise<void> {
  try {
    await inTransaction(async () => {
      await deleteDocumentsWhere('archive_root_id = $hidden', { hidden: hiddenUnder(id) });
      await (await models()).Copy.destroy({ where: { id } });
    });
  } catch (error) {
    log.error({ event: 'copy-not-taken-back', copyId: id, error }, 'the documents of a failed copy were not deleted');
  }
}

type Abandoned = { id: string; plan: string; done: number; workedAt: number } & Actor;

/**
 * Finishes copies whose process ended or met a passing failure; returns their number. Deletes a copy that cannot be
 * finished.
 */
export async function finishAbandonedCopies(): Promise<number> {
  const before = Date.now() - ABANDONED_AFTER_MS;
  const rows = await select<Omit<Abandoned, 'id'> & { copyId: string; id: string }>(
    `SELECT copies.id AS "copyId", copies.plan, copies.done, copies.worked_at AS "workedAt", users.id, users.email,
       users.display_name AS "displayName", users.image_url AS "imageUrl", users.role, users.lng
     FROM copies JOIN users ON users.id = copies.user_id WHERE copies.worked_at <= $before OR copies.worked_at > $latest`,
    { before, latest: latestInstant() },
  );
  let finished = 0;
  for (const { copyId, plan, done, workedAt, ...actor } of rows) {
    if (running.has(copyId)) continue;
    const claimed = await execute('UPDATE copies SET worked_at = $now WHERE id = $copyId AND worked_at = $workedAt', {
      now: Date.now(),
      copyId,
      workedAt,
    });
    if (claimed === 0) continue;
    try {
      const { begunAt = 0, ...parsed } = JSON.parse(plan) as CopyPlan & { begunAt?: number };
      await runCopy(actor, { id: copyId, plan: parsed, done, begunAt });
      finished += 1;
    } catch (error) {
      log.warn({ event: 'copy-not-finished', copyId, error }, 'a copy that was begun earlier could not be finished');
    }
  }
  return finished;
}
