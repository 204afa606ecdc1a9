import type { EditorView } from '@codemirror/view';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';
import type { FormFields } from '#app/features/editor/browser/written-form.ts';

/**
 * Focuses the title of an unnamed document, else the text, where the form's field had the cursor. The focus stays where
 * the user is already typing.
 */
export function placeFirstFocus(view: EditorView, { title, content }: FormFields, isUnnamed: boolean): void {
  const { activeElement } = document;
  const hadFocus = activeElement === content;
  const { selectionStart, selectionEnd } = content;
  // After a navigation, the page's heading has the focus.
  const isFree = activeElement === document.body || activeElement?.matches('#main, main h1');
  // A row of the tree keeps the focus when its document is made. Its field for another title is an `input`.
  const isOnRow = Boolean(activeElement?.closest('[role="tree"]')) && !activeElement?.matches('input');
  if ((isFree || isOnRow) && isUnnamed) {
    title.focus();
    title.select();
  } else if (hadFocus || isFree) {
    view.focus();
    selectRange(view, hadFocus ? { anchor: selectionStart, head: selectionEnd } : { anchor: 0 });
  }
}
