import { storeText, titleKey } from '#app/services/documents/document-text.ts';
import type { PlannedSave } from '#app/services/documents/plan-save.ts';
import { markChanged } from '#app/services/documents/reader-state.ts';
import { addRevision } from '#app/services/documents/revisions.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { notifyOfChange } from '#app/services/notifications/notify-of-change.ts';
import { indexTitle } from '#app/services/search/document-index.ts';
import { replaceHead } from '#db/queries/texts.ts';

/** Thrown if another save came between the plan of a save and its transaction. */
export class StaleVersion extends Error {}

/** `author` saves; `writers` are other authors of parts of the text. */
type By = { author: string; writers?: string[]; autosave: boolean };

/** Writes a planned save; call in its transaction. Throws `StaleVersion`. */
export async function writePlanned(id: string, save: PlannedSave, { author, writers, autosave }: By): Promise<void> {
  const { from, title, icon, version, text, packed, removal } = save;
  const head = { id, title, titleKey: titleKey(title), icon, version };
  const epoch = from.liveEpoch ?? 0;
  const written = await replaceHead({ ...head, from: from.version, epoch, now: Date.now(), me: author });
  if (written === 0) throw new StaleVersion();
  signal({ kind: 'document', documentId: id });
  await notifyOfChange({
    documentId: id,
    authors: [author, ...(writers ?? [])],
    before: from.content,
    after: save.content,
  });
  if (title !== from.title || icon !== from.icon) signal({ kind: 'row', documentId: id });
  if (text) await storeText(id, title, text);
  else if (title !== from.title) await indexTitle(id, title);
  await addRevision({ id: author }, { documentId: id, version, title, icon, autosave }, { packed, removal, writers });
  for (const person of new Set([author, ...(writers ?? [])])) await markChanged({ id: person }, id, version);
}
