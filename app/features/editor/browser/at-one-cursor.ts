import type { EditorView } from '@codemirror/view';

/**
 * Limits a command or input handler to one cursor or selection. At several, it would lose the others; CodeMirror's own
 * commands act on each.
 */
export const atOneCursor =
  <Rest extends unknown[]>(act: (view: EditorView, ...rest: Rest) => boolean) =>
  (view: EditorView, ...rest: Rest): boolean =>
    view.state.selection.ranges.length === 1 && act(view, ...rest);
