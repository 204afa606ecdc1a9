import { type ChangeSet, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type * as Y from 'yjs';
import { changesBetween, rebaseEdits } from '#app/features/editor/browser/merge-remote.ts';

/** Merges the shared text below the edits since the known text, then applies those edits to the shared text. */
export function joinTexts(view: EditorView, known: string, text: Y.Text): void {
  applyChanges(text, rebaseEdits(view, known, text.toString()));
  // Both are equal by construction. If not, the shared text wins.
  const [now, shared] = [view.state.doc.toString(), text.toString()];
  if (now !== shared)
    view.dispatch({ changes: changesBetween(now, shared), annotations: Transaction.addToHistory.of(false) });
}

/** Applies the editor's changes to the shared text in one transaction. Both texts were equal before the changes. */
function applyChanges(text: Y.Text, changes: ChangeSet): void {
  text.doc?.transact(() => {
    let shift = 0;
    changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
      if (to > from) text.delete(from + shift, to - from);
      if (inserted.length > 0) text.insert(from + shift, inserted.toString());
      shift += inserted.length - (to - from);
    });
  });
}
