import { AppError } from '#app/errors.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { orInstead, runInThread } from '#app/threads/run-in-thread.ts';

export type CurrentText = {
  version: number;
  title: string;
  icon: string | null;
  content: string;
  updatedAt: number;
  editorName: string | null;
  editorEmail: string | null;
};
/** What a `conflict` carries: enough to show both texts and save any of them. */
export type Conflict = {
  current: { version: number; title: string; content: string; updatedAt: string; updatedBy: string | null };
  yours: { title: string; content: string };
};
type Reconciled = { title: string; content: string; merged: boolean };

/**
 * The text a save leads to. Throws `conflict` when it began from an older version and both changed the same place, or
 * the two cannot be merged within the budget.
 */
export async function reconcile(
  person: string,
  id: string,
  current: CurrentText,
  changes: DocumentChanges,
): Promise<Reconciled> {
  const { baseVersion, title = current.title, content = current.content } = changes;
  const isStale = baseVersion !== undefined && baseVersion !== current.version;
  const asksForText = changes.title !== undefined || changes.content !== undefined;
  if (!isStale || !asksForText) return { title, content, merged: false };
  const base = baseVersion < current.version ? await textAt(id, baseVersion) : null;
  const mergedTitle = base && pick(base.title, current.title, changes.title ?? base.title);
  const mergedContent = base && (await merge(person, base.content, current.content, changes.content ?? base.content));
  if (mergedTitle == null || mergedContent == null) throw conflict(current, { title, content });
  return { title: mergedTitle, content: mergedContent, merged: true };
}

async function merge(person: string, base: string, theirs: string, yours: string): Promise<string | null> {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  return orInstead(runInThread(person, 'mergeParagraphs', base, theirs, yours), () => null);
}

function pick(base: string, theirs: string, yours: string): string | null {
  if (yours === base || yours === theirs) return theirs;
  return theirs === base ? yours : null;
}

function conflict(current: CurrentText, yours: Conflict['yours']): AppError {
  const { version, title, content, updatedAt, editorName, editorEmail } = current;
  const at = new Date(updatedAt).toISOString();
  const data: Conflict = {
    current: { version, title, content, updatedAt: at, updatedBy: editorName ?? editorEmail },
    yours,
  };
  return new AppError('conflict', { data });
}
