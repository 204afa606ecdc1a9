import type { Readable } from 'node:stream';
import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { takeoutKey } from '#app/services/takeouts/pack-takeouts.ts';
import { safeName } from '#app/services/transfer/export/safe-name.ts';
import { execute, select } from '#db/connection.ts';

/** A takeout of the actor that is ready for download. */
export type TakeoutEntry = { id: string; title: string; documents: number; expiresAt: string };

const PACKED = `SELECT id, title, documents, expires_at AS "expiresAt" FROM takeouts
  WHERE user_id = $me AND packed_at IS NOT NULL AND expires_at > $now`;
type Row = Omit<TakeoutEntry, 'expiresAt'> & { expiresAt: number };

/** Lists the actor's takeouts, newest first. */
export async function listTakeouts(actor: Actor): Promise<TakeoutEntry[]> {
  const rows = await select<Row>(`${PACKED} ORDER BY created_at DESC, id`, { me: actor.id, now: Date.now() });
  return rows.map((row) => ({ ...row, expiresAt: new Date(Number(row.expiresAt)).toISOString() }));
}

/** Opens the zip of a takeout. Throws `notFound` for another person's, an expired or an unfinished one. */
export async function openTakeout(actor: Actor, id: string): Promise<{ name: string; read: () => Promise<Readable> }> {
  const [row] = await select<Row>(`${PACKED} AND id = $id`, { id, me: actor.id, now: Date.now() });
  if (!row || (await storage().sizeOf(takeoutKey(id))) === null) throw new AppError('notFound');
  await recordEvent(actor.id, { action: 'export.takeout', subject: actor.id, detail: { takeoutId: id } });
  return { name: `${safeName(row.title, 0) || 'documents'}.zip`, read: () => storage().read(takeoutKey(id)) };
}

/**
 * Deletes expired takeouts with their zips. One that is not packed yet still holds its documents. Returns their number.
 */
export async function removeExpiredTakeouts(): Promise<number> {
  const expired = await select<{ id: string }>(
    'SELECT id FROM takeouts WHERE packed_at IS NOT NULL AND expires_at <= $now',
    { now: Date.now() },
  );
  for (const { id } of expired) {
    await storage().remove(takeoutKey(id));
    await execute('DELETE FROM takeouts WHERE id = $id', { id });
  }
  return expired.length;
}
