import { type EditorView, ViewPlugin } from '@codemirror/view';
import { outsideBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';

type TakeFiles = (view: EditorView, files: File[], at?: number) => void;

const isFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

/**
 * Takes files dropped in a table or anywhere beside the text, and files pasted in a cell. Browsers would open a dropped
 * file in place of the editor.
 */
export const filesAround = (takeFiles: TakeFiles) =>
  ViewPlugin.define((view) => {
    const listening = new AbortController();
    const on = { signal: listening.signal };
    const onDragOver = (event: DragEvent) => isFiles(event.dataTransfer) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (event.defaultPrevented || !isFiles(event.dataTransfer)) return;
      event.preventDefault();
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      takeFiles(view, [...(event.dataTransfer?.files ?? [])], outsideBlocks(view.state, at));
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const isInTable = (event.target as Element).closest('.cm-table');
      if (!isInTable || files.length === 0 || event.clipboardData?.getData('text/plain')) return;
      event.preventDefault();
      takeFiles(view, files);
    };
    document.addEventListener('dragover', onDragOver, on);
    document.addEventListener('drop', onDrop, on);
    view.dom.addEventListener('paste', onPaste, on);
    return { destroy: () => listening.abort() };
  });
