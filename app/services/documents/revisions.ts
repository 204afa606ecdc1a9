import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, select } from '#db/connection.ts';
import { Revision } from '#db/models/revision.ts';

type SavedText = { documentId: string; version: number; title: string; content: string; autosave: boolean };

/** Keeps the text of one save; inside its transaction. */
export async function addRevision(actor: Actor, saved: SavedText): Promise<void> {
  const values = { ...saved, id: newId(), authorId: actor.id, autosave: saved.autosave ? 1 : 0, createdAt: Date.now() };
  await inTransaction(() => Revision.create(values));
}

/** The text as it was at a version (an icon makes a version without a text of its own); null before the first. */
export async function textAt(documentId: string, version: number): Promise<{ title: string; content: string } | null> {
  const [row] = await select<{ title: string; content: string }>(
    `SELECT title, content FROM revisions WHERE document_id = $documentId AND version <= $version
     ORDER BY version DESC LIMIT 1`,
    { documentId, version },
  );
  return row ?? null;
}
