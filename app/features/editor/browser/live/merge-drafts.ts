import { arrivedVersion } from '#app/browser/arrived-drafts.ts';
import type { KeptDraft, WrittenOf } from '#app/browser/drafts.ts';
import { baseOf, mergeWritten } from '#app/features/editor/browser/merge-letters.ts';
import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import { withString, withText } from '#app/features/editor/browser/written.ts';

/**
 * Merges a draft into the editor letter by letter. The draft was written without a shared text. The result is stored as
 * this session's draft before it is sent, so that a crash cannot make it merge twice.
 */
export async function mergeDraft({ autosave, drafts, write }: OpenEditor, docId: string, draft: KeptDraft) {
  const { base, pending } = draft;
  if (!base || !drafts) return;
  const hasArrived = pending ? (await arrivedVersion(docId, pending, draft.baseVersion)) !== null : false;
  const merged = (): WrittenOf<string> => {
    const now = withString(autosave.current);
    const from = hasArrived && pending ? pending : baseOf(base, pending, now);
    return mergeWritten(from, draft, now);
  };
  // The changes of a shared text do not contain the merged letters yet.
  const { shared: _, ...own } = autosave.asDraft(withText(merged()));
  await drafts.replace(draft, own);
  // Merged again, as the user may have typed in between.
  write(merged());
}
