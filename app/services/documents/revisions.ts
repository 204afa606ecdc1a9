import type { Actor } from '#app/services/actor.ts';
import { continueRun } from '#app/services/documents/fold-revisions.ts';
import { type Packed, packChange, packWhole, unpack } from '#app/services/documents/pack-text.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models, select } from '#db/connection.ts';

type SavedText = {
  documentId: string;
  version: number;
  title: string;
  icon: string | null;
  content: string;
  autosave: boolean;
};
export type KeptText = { title: string; icon: string | null; content: string };
type KeptRow = Packed & { id: string; version: number; title: string; icon: string | null };

/** Every so many versions a text is kept whole, so that none takes more steps than this to be read. */
const WHOLE_EVERY = 64;

/**
 * Keeps the text of one save; inside its transaction. `before` is the text it replaces, null for a new document. An
 * autosave may fold the one before it.
 */
export async function addRevision(actor: Actor, saved: SavedText, before: string | null): Promise<void> {
  const { autosave, content, ...row } = saved;
  const now = Date.now();
  const isPackedWhole = before === null || saved.version % WHOLE_EVERY === 0;
  const packed = isPackedWhole ? packWhole(content) : packChange(before, content);
  await inTransaction(async () => {
    const { documentId } = saved;
    const run = autosave
      ? await continueRun(actor, { documentId, now, before: before ?? '', after: content })
      : { autosavedSince: null, removed: 0, removedFrom: null };
    await (await models()).Revision.create({
      ...row,
      ...packed,
      ...run,
      id: newId(),
      authorId: actor.id,
      folded: 0,
      createdAt: now,
    });
  });
}

/** Title, icon and text as they were at a version; null before the first. */
export async function textAt(documentId: string, version: number): Promise<KeptText | null> {
  const rows = await select<KeptRow>(
    `SELECT id, version, title, icon, packing, packed FROM revisions
     WHERE document_id = $documentId AND version <= $version AND version >= COALESCE((
       SELECT MAX(version) FROM revisions
       WHERE document_id = $documentId AND version <= $version AND packing IN (0, 1)), 0)
     ORDER BY version`,
    { documentId, version },
  );
  const newest = rows.at(-1);
  if (!newest) return null;
  return { title: newest.title, icon: newest.icon, content: rows.reduce((text, row) => unpack(row, text), '') };
}
