import { EditorView } from '@codemirror/view';
import { atOneCursor } from '#app/features/editor/browser/at-one-cursor.ts';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';

const BOX = /^([ \t]{0,3}|[ \t]*[-*+][ \t]+)[[【]([ xX]?)[\]】]$/;

/**
 * A space after `[]` (on Chinese keyboards `【】`), `[ ]` or `[x]` at the start of a line or list item makes it a task.
 */
export const startingTasks = EditorView.inputHandler.of(
  atOneCursor((view, from, to, text) => {
    const { state } = view;
    const line = state.doc.lineAt(from);
    const [, start = '', ticked] = BOX.exec(line.text) ?? [];
    if (text !== ' ' || from !== to || from !== line.to || ticked === undefined || isLiteral(state, from)) return false;
    const mark = start.trim() === '' ? `${start}- ` : start;
    const insert = `${mark}[${ticked || ' '}] `;
    view.dispatch({
      changes: { from: line.from, to: line.to, insert },
      selection: { anchor: line.from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  }),
);
