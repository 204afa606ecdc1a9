import { AppError } from '#app/errors.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import { mergeWords } from '#app/services/documents/merge-words.ts';
import { baseText } from '#app/services/documents/revisions.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

export type CurrentText = {
  version: number;
  title: string;
  icon: string | null;
  content: string;
  /** Epoch of the shared live state; null without one. */
  liveEpoch: number | null;
  /** True if the shared live state has changes that this text lacks. */
  isUnsettled: boolean | number;
  updatedAt: number;
  editorName: string | null;
  editorEmail: string | null;
};
/** Data of a `conflict` error, sufficient to show both texts and save either. */
export type Conflict = {
  current: { version: number; title: string; content: string; updatedAt: string; updatedBy: string | null };
  yours: { title: string; content: string };
};
type MergedSave = { title: string; icon: string | null; content: string; merged: boolean };

/**
 * Merges title, icon and text three-way against the base version of the save. Throws `conflict` if both sides changed
 * the same words, or the merge exceeds the budget.
 */
export async function mergeSave(
  person: string,
  id: string,
  current: CurrentText,
  changes: DocumentChanges,
): Promise<MergedSave> {
  const { baseVersion, title = current.title, icon = current.icon, content = current.content } = changes;
  if (baseVersion === undefined || baseVersion === current.version) return { title, icon, content, merged: false };
  const base = await baseText(id, baseVersion, current.version);
  if (!base) throw conflict(current, { title, content });
  const mergedTitle = mergeWords(base.title, current.title, changes.title ?? base.title);
  const mergedContent = await mergeContent(person, base.content, current.content, changes.content ?? base.content);
  if (mergedTitle === null || mergedContent === null) throw conflict(current, { title, content });
  return {
    title: mergedTitle,
    icon: pickIcon(base.icon, current.icon, changes.icon),
    content: mergedContent,
    merged: true,
  };
}

async function mergeContent(person: string, base: string, theirs: string, yours: string): Promise<string | null> {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  return orFallback(runInThread(person, 'mergeTexts', base, theirs, yours), () => null);
}

/** Returns your icon if you changed it, else theirs. Icons cannot be merged, and no text is lost. */
export function pickIcon(base: string | null, theirs: string | null, yours: string | null | undefined): string | null {
  return yours === undefined || yours === base ? theirs : yours;
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
