import { EditorView } from '@codemirror/view';
import { atOneCursor } from '#app/features/editor/browser/at-one-cursor.ts';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';

/** Marks of Markdown as Chinese keyboards type them: what is on the line, the key that completes it, the mark. */
const MARKS = [
  { typed: '》', key: ' ', mark: '> ' },
  { typed: '··', key: '·', mark: '```' },
] as const;

/** Replaces such a mark at the start of a line. */
export const chineseMarks = EditorView.inputHandler.of(
  atOneCursor((view, from, to, text) => {
    const line = view.state.doc.lineAt(from);
    const found = MARKS.find(({ typed, key }) => text === key && line.text === typed);
    if (!found || from !== to || from !== line.to || view.composing || isLiteral(view.state, from)) return false;
    view.dispatch({
      changes: { from: line.from, to: line.to, insert: found.mark },
      selection: { anchor: line.from + found.mark.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  }),
);
