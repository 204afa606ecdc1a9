import type { ChangeSet } from '@codemirror/state';
import type * as Y from 'yjs';

/** Applies the editor's changes to the shared text in one transaction. Both texts were equal before the changes. */
export function applyChanges(text: Y.Text, changes: ChangeSet): void {
  text.doc?.transact(() => {
    let shift = 0;
    changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
      if (to > from) text.delete(from + shift, to - from);
      if (inserted.length > 0) text.insert(from + shift, inserted.toString());
      shift += inserted.length - (to - from);
    });
  });
}
