import { Readable } from 'node:stream';
import type { Actor } from '#app/services/actor.ts';
import { awaitPurge } from '#app/services/documents/purge-deleted.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { listTakeouts, openTakeout } from '#app/services/takeouts/open-takeout.ts';
import { awaitTakeouts } from '#app/services/takeouts/pack-takeouts.ts';
import { countUnshared } from '#app/services/takeouts/record-takeouts.ts';
import { select } from '#db/connection.ts';
import { readZip } from '#tests/support/zip.ts';

/** Resolves when takeouts are packed and mailed, and deleted documents removed. */
export async function settle(): Promise<void> {
  await awaitTakeouts();
  await awaitPurge();
  await awaitMails();
}

/** Returns paths and texts in the zip of a person's takeout; null without one. */
export async function takenBy(actor: Actor): Promise<Map<string, string> | null> {
  await settle();
  const [takeout] = await listTakeouts(actor);
  if (!takeout) return null;
  const { read } = await openTakeout(actor, takeout.id);
  return readZip(Readable.toWeb(await read()) as ReadableStream<Uint8Array>);
}

/** Returns how many documents a person would lose without their personal share of a document. */
export const lossOf = async ({ id }: Actor, document: { id: string }) =>
  (await countUnshared(document.id, [id]))[id] ?? 0;

export const isLeft = async ({ id }: { id: string }) =>
  (await select('SELECT id FROM documents WHERE id = $id', { id })).length === 1;
