import { request } from '#app/browser/request.ts';
import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import { type Stored, type Written, withText } from '#app/features/editor/browser/written.ts';

/**
 * Makes the stored text the base of unsent edits after sharing ended: the text from before sharing would cause a
 * conflict. `from` is the last text that was stored whole.
 */
export async function rebaseOnStored(
  { editor, docId }: { editor: OpenEditor; docId: string },
  from: Written,
  isEnded: () => boolean,
): Promise<void> {
  const stored = await request<Stored>('GET', `/api/documents/${docId}`, { quiet: true }).catch((error: Error) => {
    console.warn('The stored text was not loaded:', error.name);
    return null;
  });
  if (!stored || isEnded()) return;
  const newer = withText(stored);
  editor.merge(from, newer);
  editor.autosave.rebase(newer);
}
