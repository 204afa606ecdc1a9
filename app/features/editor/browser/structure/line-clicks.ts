import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type Line, type SelectionRange } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { questionOn } from '#app/features/editor/browser/structure/toggles.ts';
import { itemAt, textStart } from '#app/features/editor/browser/writing/list-items.ts';

const HEADING_MARK = /^ {0,3}#{1,6}[ \t]+/;

/**
 * Returns the start of a line's text behind the marks of its quote, item, task and heading, and behind the indentation
 * in an item, and of a question behind its tag. Other lines of code, HTML and front matter begin at once.
 */
export function startOfWords(state: EditorState, line: Line): number {
  const question = questionOn(state, line);
  if (question) return question.from;
  if (isLiteral(state, line.from) || line.from < frontMatterEnd(state.doc)) return line.from;
  const indent = itemAt(state, line.from) ? line.text.length - line.text.trimStart().length : 0;
  const start = textStart(line) ?? line.from + indent;
  return start + (HEADING_MARK.exec(state.sliceDoc(start, line.to))?.[0].length ?? 0);
}

/** Returns the end of a line's text before the mark of a line break, or before the tag behind a question. */
export function endOfWords(state: EditorState, line: Line): number {
  const question = questionOn(state, line);
  if (question) return question.to;
  const { to } = line;
  const { name, from } = syntaxTree(state).resolve(to);
  return name === 'HardBreak' ? from : to;
}

/**
 * A triple click selects the text of a line. Typing over its marks would undo the block, and over its line break join
 * the next one. Dragging extends the selection by whole lines.
 */
export const lineClicks = EditorView.mouseSelectionStyle.of((view, { button, detail, shiftKey, clientX, clientY }) => {
  if (button !== 0 || detail !== 3 || shiftKey) return null;
  const lineAt = (x: number, y: number) => view.state.doc.lineAt(view.posAtCoords({ x, y }, false));
  const { from, to } = lineAt(clientX, clientY);
  let first: SelectionRange = EditorSelection.range(from, to);
  return {
    update: ({ changes }) => {
      first = first.map(changes);
    },
    get: (event) => {
      const line = lineAt(event.clientX, event.clientY);
      if (line.from < first.from) return EditorSelection.single(first.to, line.from);
      if (line.to > first.to) return EditorSelection.single(first.from, line.to);
      const { state } = view;
      return EditorSelection.single(startOfWords(state, line), endOfWords(state, line));
    },
  };
});
