import { EditorView } from '@codemirror/view';

/** Distance in pixels after which CodeMirror begins a selection instead of the browser's drag. */
const SELECTS_FROM = 10;

/**
 * Lets the browser begin to drag selected text. It does so right after the first movement, which CodeMirror would take
 * for a selection if it is a large one: another text would be moved.
 */
export const draggingText = EditorView.domEventHandlers({
  mousedown({ button, detail, clientX, clientY }, view) {
    const { main } = view.state.selection;
    const at = view.posAtCoords({ x: clientX, y: clientY });
    if (button !== 0 || detail !== 1 || at === null || at < main.from || at > main.to || main.empty) return;
    const ended = new AbortController();
    const on = { capture: true, signal: ended.signal };
    const end = () => ended.abort();
    const onMove = (event: MouseEvent) => {
      if (Math.max(Math.abs(event.clientX - clientX), Math.abs(event.clientY - clientY)) < SELECTS_FROM) return;
      event.stopPropagation();
      end();
    };
    window.addEventListener('mousemove', onMove, on);
    for (const name of ['dragstart', 'mouseup'] as const) window.addEventListener(name, end, on);
  },
});
