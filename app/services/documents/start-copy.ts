import { log } from '#app/observability/log.ts';
import type { Actor } from '#app/services/actor.ts';
import type { CopyPlan } from '#app/services/documents/plan-copy.ts';
import { beginCopy, runCopy } from '#app/services/documents/run-copy.ts';
import { models } from '#db/connection.ts';

/** Copies of more documents run after the response, and pages show their progress. */
const AWAITED_MAX = 200;

/** `id` is that of the copy and of its top document. */
export type StartedCopy = { id: string; title: string; isFinished: boolean };
export type CopyProgress = { done: number; total: number };

/**
 * Runs a copy. A large copy continues after the response, and is finished even if the process ends. Throws as
 * `runCopy`.
 */
export async function startCopy(actor: Actor, plan: CopyPlan): Promise<StartedCopy> {
  const source = await (await models()).Document.findByPk(plan.topId, { attributes: ['title'] });
  const copy = await beginCopy(actor, plan);
  const running = runCopy(actor, copy);
  const isFinished = plan.sources.length <= AWAITED_MAX;
  if (isFinished) await running;
  else running.catch((error: unknown) => log.warn({ event: 'copy-taken-back', error }, 'a long copy failed'));
  return { id: copy.id, title: source?.title ?? '', isFinished };
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
