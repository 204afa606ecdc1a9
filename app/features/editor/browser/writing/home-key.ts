import { EditorSelection, type SelectionRange } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { behindMarks } from '#app/features/editor/browser/writing/before-marks.ts';

/** Returns the start of the text behind marks; from there, or on other lines, the start of the visual line. */
function homeOf(view: EditorView, range: SelectionRange): number {
  const line = view.state.doc.lineAt(range.head);
  const start = view.moveToLineBoundary(range, false).head;
  const text = isLiteral(view.state, line.from) ? null : behindMarks(line);
  if (text === null || start > text || range.head === text) return start;
  return text;
}

const textStartCommand =
  (isSelecting: boolean): Command =>
  (view) => {
    const ranges = view.state.selection.ranges.map((range) => {
      const head = homeOf(view, range);
      return isSelecting ? EditorSelection.range(range.anchor, head) : EditorSelection.cursor(head, 1);
    });
    const selection = EditorSelection.create(ranges, view.state.selection.mainIndex);
    view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' });
    return true;
  };

export const goToTextStart = textStartCommand(false);
export const selectToTextStart = textStartCommand(true);
