import type { Actor } from '#app/services/actor.ts';
import { type Packed, packChange, packWhole, unpack } from '#app/services/documents/pack-text.ts';
import { newId } from '#app/services/new-id.ts';
import { executeReturning, inTransaction, models, select } from '#db/connection.ts';

type SavedText = { documentId: string; version: number; title: string; content: string; autosave: boolean };
export type KeptText = { title: string; content: string };
type KeptRow = Packed & { id: string; version: number; title: string };

/** Every so many versions a text is kept whole, so that none takes more steps than this to be read. */
const WHOLE_EVERY = 64;
const FOLD_WITHIN_MS = 5 * 60 * 1000;

/**
 * Keeps the text of one save; inside its transaction. `before` is the text it replaces, null for a new document. An
 * autosave takes the place of the author's autosave before it, within five minutes of the first of them.
 */
export async function addRevision(actor: Actor, saved: SavedText, before: string | null): Promise<void> {
  const { autosave, content, ...row } = saved;
  const now = Date.now();
  const isPackedWhole = before === null || saved.version % WHOLE_EVERY === 0;
  const packed = isPackedWhole ? packWhole(content) : packChange(before, content);
  await inTransaction(async () => {
    const autosavedSince = autosave ? ((await foldBefore(actor, saved, now)) ?? now) : null;
    await (await models()).Revision.create({
      ...row,
      ...packed,
      id: newId(),
      authorId: actor.id,
      autosavedSince,
      folded: 0,
      createdAt: now,
    });
  });
}

/** Folds the autosave that the new one continues; returns when their run began. */
async function foldBefore(actor: Actor, { documentId, version }: SavedText, now: number): Promise<number | null> {
  const [folded] = await executeReturning<{ since: number }>(
    `UPDATE revisions SET folded = 1
     WHERE document_id = $documentId AND author_id = $me AND autosaved_since > $earliest
       AND version = (SELECT MAX(version) FROM revisions WHERE document_id = $documentId AND version < $version)
     RETURNING autosaved_since AS since`,
    { documentId, version, me: actor.id, earliest: now - FOLD_WITHIN_MS },
  );
  return folded?.since ?? null;
}

/** The text as it was at a version (an icon makes a version without a text of its own); null before the first. */
export async function textAt(documentId: string, version: number): Promise<KeptText | null> {
  const rows = await select<KeptRow>(
    `SELECT id, version, title, packing, packed FROM revisions
     WHERE document_id = $documentId AND version <= $version AND version >= COALESCE((
       SELECT MAX(version) FROM revisions
       WHERE document_id = $documentId AND version <= $version AND packing IN (0, 1)), 0)
     ORDER BY version`,
    { documentId, version },
  );
  const newest = rows.at(-1);
  if (!newest) return null;
  return { title: newest.title, content: rows.reduce((text, row) => unpack(row, text), '') };
}
