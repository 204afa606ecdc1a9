import { log } from '#app/observability/log.ts';
import type { EntryRow } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { settlesWithin } from '#app/services/settles-within.ts';
import { isAlreadyGone } from '#db/database-errors.ts';
import { putOpened, putSeen, putStar } from '#db/queries/reader-states.ts';
import { asEffect } from '#db/recorded-reads.ts';
import type { Step } from '#db/write-batch.ts';

/** Repeated reads within this time are not recorded, so that most page views cost no write. */
const OPENED_RESOLUTION_MS = 60_000;

/** A busy or full database delays no reader for longer. */
const NOTED_WITHIN_MS = 250;

const recentlyOpened = new Map<string, number>();
const REMEMBERED_MAX = 10_000;

type Opened = Pick<EntryRow, 'id' | 'version' | 'seenVersion'>;

/**
 * Records that the actor has seen a version. Used for recent documents and notices. Resolves once a version not seen
 * before is stored, so that the actor's next call has no notice of it, or after `NOTED_WITHIN_MS`; never rejects.
 */
export async function markOpened(actor: Actor, row: Opened): Promise<void> {
  let noted = Promise.resolve();
  asEffect(() => {
    noted = noteOpened(actor, row);
  });
  if (row.seenVersion !== row.version) await settlesWithin(noted, NOTED_WITHIN_MS);
}

async function noteOpened(actor: Actor, row: Opened): Promise<void> {
  const key = `${actor.id} ${row.id}`;
  const now = Date.now();
  const isSeen = row.seenVersion === row.version;
  if (isSeen && now - (recentlyOpened.get(key) ?? 0) < OPENED_RESOLUTION_MS) return;
  if (recentlyOpened.size >= REMEMBERED_MAX) recentlyOpened.clear();
  recentlyOpened.set(key, now);
  await putOpened({ me: actor.id, id: row.id, version: row.version, openedAt: now }).catch((error) => {
    if (!isAlreadyGone(error)) log.error({ error, event: 'mark-opened-failed' }, 'a view was not noted');
  });
}

/** Step that marks a change as seen by its author. */
export const seenStep = (me: string, id: string, version: number): Step =>
  putSeen.step({ me, id, version, now: Date.now() });

/** Step that stars or unstars a document. */
export const starStep = (actor: Actor, id: string, isStarred: boolean): Step =>
  putStar.step({ me: actor.id, id, starredAt: isStarred ? Date.now() : null });

export async function setStar(actor: Actor, id: string, isStarred: boolean): Promise<void> {
  await putStar({ me: actor.id, id, starredAt: isStarred ? Date.now() : null });
}
