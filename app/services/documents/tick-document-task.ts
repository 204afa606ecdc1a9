import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { readDocument } from '#app/services/documents/get-document.ts';
import { baseText } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

/** `index` is the task's number from 0 in the text at `baseVersion`, or in the current text. */
type Tick = { index: number; checked: boolean; baseVersion?: number | undefined };

/** Maximum attempts if others save between reading and writing. */
const ATTEMPTS = 3;

/**
 * Checks or unchecks one task by changing only its mark in the source. If tasks changed since `baseVersion`, the task
 * is found by its text. Throws `documentNotFound`, `documentAccessDenied`, `conflict` for a version that never was, and
 * `validationFailed` for a missing task.
 */
export async function tickDocumentTask(actor: Actor, id: string, tick: Tick): Promise<void> {
  const access = await requireAccess(actor, id, 'edit');
  for (let attempt = 1; ; attempt += 1) {
    const { content, version } = await readDocument(actor, access);
    const index = await currentIndex(actor, id, tick, { content, version });
    const ticked = index === null ? null : await tickTask(actor, content, index, tick.checked);
    if (ticked === null) throw new AppError('validationFailed', { fields: { index: [{ key: 'task.gone' }] } });
    if (ticked === content) return;
    try {
      await updateDocument(actor, access, { content: ticked, baseVersion: version, autosave: false });
      return;
    } catch (error) {
      const isOvertaken = error instanceof AppError && error.error === 'conflict';
      if (!isOvertaken || attempt === ATTEMPTS) throw error;
    }
  }
}

type Current = { content: string; version: number };

/** Returns the current index of the task; null if it is gone. */
async function currentIndex(
  actor: Actor,
  id: string,
  { index, baseVersion }: Tick,
  now: Current,
): Promise<number | null> {
  if (baseVersion === undefined || baseVersion === now.version) return index;
  const base = await baseText(id, baseVersion, now.version);
  if (base === null) throw new AppError('conflict');
  if (base.content === now.content) return index;
  const [before, after] = await Promise.all([listTasks(actor, base.content), listTasks(actor, now.content)]);
  const words = before[index];
  if (words === undefined) return null;
  const times = before.slice(0, index).filter((other) => other === words).length;
  const places = after.flatMap((other, place) => (other === words ? [place] : []));
  return places[times] ?? null;
}

/** Returns null for a missing task or a text that exceeds the rendering budget. */
function tickTask(actor: Actor, content: string, index: number, checked: boolean): Promise<string | null> {
  return orFallback(runInThread(actor.id, 'tickTask', content, index, checked), () => null);
}

function listTasks(actor: Actor, content: string): Promise<string[]> {
  return orFallback(runInThread(actor.id, 'listTasks', content), (): string[] => []);
}
