import { log } from '#app/observability/log.ts';
import type { Actor } from '#app/services/actor.ts';
import { placeBelow } from '#app/services/documents/create-document.ts';
import { idForForm } from '#app/services/documents/form-document-id.ts';
import type { CopyPlan } from '#app/services/documents/plan-copy.ts';
import { recordCopy, runCopy } from '#app/services/documents/run-copy.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Copies of more documents run after the response, and pages show their progress. */
const AWAITED_MAX = 200;

/** `id` is that of the copy and of its top document. */
export type StartedCopy = { id: string; title: string; isFinished: boolean };
export type CopyProgress = { done: number; total: number };

/** `kind` is what the form does; `key` identifies the rendered form. */
export type CopyForm = { kind: 'duplicate' | 'take-copy'; key?: string | undefined };

/**
 * Runs a copy. A large copy continues after the response, and is finished even if the process ends. A form posted again
 * leads to the copy of the first post. Throws as `runCopy`.
 */
export async function startCopy(actor: Actor, planned: CopyPlan, form: CopyForm): Promise<StartedCopy> {
  const source = await (await models()).Document.findByPk(planned.topId, { attributes: ['title'] });
  const title = source?.title ?? '';
  const { id, plan } = await beginOnce(actor, planned, form);
  if (plan === null) return { id, title, isFinished: !(await isRunning(id)) };
  const isFinished = plan.sources.length <= AWAITED_MAX;
  const running = runCopy(actor, { id, plan, done: 0, begunAt: isFinished ? null : Date.now() });
  if (isFinished) await running;
  else running.catch((error) => log.warn({ event: 'copy-not-finished', copyId: id, error }, 'a long copy failed'));
  return { id, title, isFinished };
}

const isRunning = async (id: string) => (await (await models()).Copy.count({ where: { id } })) > 0;

/** Records the copy of a form; `plan` is null if the same form has begun it before. */
async function beginOnce(actor: Actor, plan: CopyPlan, { kind, key }: CopyForm) {
  const { topId, parentId } = plan;
  return inTransaction(async () => {
    // Locks the tree, so that the same form posted twice at a time is read one after the other.
    await placeBelow(actor, parentId);
    const filled = { key, values: [kind, topId], parentId, isUnderWay: isRunning };
    const { id, isMade } = await idForForm(actor, filled);
    if (isMade) return { id, plan: null };
    const own = { ...plan, idOf: { ...plan.idOf, [topId]: id } };
    await recordCopy(actor, own);
    return { id, plan: own };
  });
}

/** Returns the progress of one of the actor's copies in documents; null if none is running with this id. */
export async function copyProgress(actor: Actor, id: string): Promise<CopyProgress | null> {
  const copy = await (await models()).Copy.findOne({
    where: { id, userId: actor.id },
    attributes: ['done', 'total'],
    raw: true,
  });
  return copy && { done: Math.min(copy.done, copy.total), total: copy.total };
}
