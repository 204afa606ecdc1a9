import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { readDocument } from '#app/services/documents/get-document.ts';
import { pickIcon } from '#app/services/documents/merge-save.ts';
import { mergeWords } from '#app/services/documents/merge-words.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { type UpdatedDocument, updateDocument } from '#app/services/documents/update-document.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';

type BothTexts = {
  /** Values that are left out are those of the document. */
  title?: string;
  content?: string;
  icon?: string | null;
  /** Version that the edit started from. */
  forkedFrom: number | undefined;
  /** Version shown as theirs. */
  shown?: number | undefined;
};

/**
 * Resolves a conflict by keeping both sides: theirs, then yours, in paragraphs that both changed. Throws as
 * `updateDocument`, including `conflict` if someone saves at the same moment. A form posted again changes nothing.
 */
export async function saveBoth(actor: Actor, id: string, given: BothTexts): Promise<UpdatedDocument> {
  const access = await requireAccess(actor, id, 'edit');
  const { forkedFrom, shown } = given;
  const current = await readDocument(actor, access);
  const yours = { title: current.title, content: current.content, icon: current.icon, ...given };
  const base = forkedFrom === undefined ? null : await textAt(id, forkedFrom);
  const keepBothWith = (theirs: string) =>
    runInThread(actor.id, 'keepBoth', base?.content ?? null, theirs, yours.content);
  const wasPosted = shown !== undefined && shown < current.version && (await isKept(id, shown, keepBothWith));
  if (wasPosted) return current;
  const content = await keepBothWith(current.content);
  // If both titles changed, yours wins; theirs stays in the history.
  const title = (base && mergeWords(base.title, current.title, yours.title)) ?? yours.title;
  const icon = base ? pickIcon(base.icon, current.icon, yours.icon) : yours.icon;
  return updateDocument(actor, access, { title, content, icon, baseVersion: current.version, autosave: false });
}

/** Tests whether the version after the one shown keeps both. */
async function isKept(id: string, shown: number, keepBothWith: (theirs: string) => Promise<string>): Promise<boolean> {
  const [theirs, next] = [await textAt(id, shown), await textAt(id, shown + 1)];
  return theirs !== null && next?.content === (await keepBothWith(theirs.content));
}
