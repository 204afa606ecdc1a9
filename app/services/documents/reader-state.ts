import { log } from '#app/observability/log.ts';
import type { EntryRow } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { execute } from '#db/connection.ts';
import { isAlreadyGone } from '#db/database-errors.ts';

/** Reads within this time are not recorded again: most page views cost no write. */
const OPENED_RESOLUTION_MS = 60_000;

const recentlyOpened = new Map<string, number>();
const REMEMBERED_MAX = 10_000;

/** Records, after the response, that the actor has seen a version; source of `recent` and the notices. */
export function markOpened(actor: Actor, row: Pick<EntryRow, 'id' | 'version' | 'seenVersion'>): void {
  const key = `${actor.id} ${row.id}`;
  const now = Date.now();
  const isSeen = row.seenVersion === row.version;
  if (isSeen && now - (recentlyOpened.get(key) ?? 0) < OPENED_RESOLUTION_MS) return;
  if (recentlyOpened.size >= REMEMBERED_MAX) recentlyOpened.clear();
  recentlyOpened.set(key, now);
  execute(SEEN, { me: actor.id, id: row.id, version: row.version, openedAt: now }).catch((error) => {
    if (!isAlreadyGone(error)) log.error({ error, event: 'mark-opened-failed' }, 'a view was not noted');
  });
}

const SEEN = `INSERT INTO reader_states (user_id, document_id, opened_at, seen_version)
  VALUES ($me, $id, $openedAt, $version)
  ON CONFLICT (user_id, document_id) DO UPDATE SET opened_at = $openedAt, seen_version = $version`;

/** Marks a change as seen by its author; call in the transaction of the change. */
export async function markChanged(actor: Pick<Actor, 'id'>, id: string, version: number): Promise<void> {
  await execute(
    `INSERT INTO reader_states (user_id, document_id, opened_at, seen_version) VALUES ($me, $id, $now, $version)
     ON CONFLICT (user_id, document_id) DO UPDATE SET seen_version = $version`,
    { me: actor.id, id, version, now: Date.now() },
  );
}

export async function setStar(actor: Actor, id: string, isStarred: boolean): Promise<void> {
  await execute(
    `INSERT INTO reader_states (user_id, document_id, starred_at) VALUES ($me, $id, $starredAt)
     ON CONFLICT (user_id, document_id) DO UPDATE SET starred_at = $starredAt`,
    { me: actor.id, id, starredAt: isStarred ? Date.now() : null },
  );
}
