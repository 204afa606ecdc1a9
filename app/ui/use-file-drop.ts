import { useEffect, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

const TEXT_FIELDS = 'input, textarea, [contenteditable]';

/** Accepts files dropped anywhere on the page and pasted images. Returns true while files are dragged over the page. */
export function useFileDrop(take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Counted, as drag events fire for every nested element.
    let depth = 0;
    const enter = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const onEnter = enter(1);
    const onLeave = enter(-1);
    const onOver = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      take(droppedFiles(event.dataTransfer!));
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    document.addEventListener('dragenter', onEnter);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('dragover', onOver);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragenter', onEnter);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, [take]);
  return isOver;
}

/** Returns pasted files; none if a text field takes text. Cells of a table and styled text have a picture beside it. */
export function pastedFiles({ target, clipboardData }: Pick<ClipboardEvent, 'target' | 'clipboardData'>): File[] {
  const isInField = (target as Element | null)?.closest?.(TEXT_FIELDS) != null;
  if (!clipboardData || (isInField && clipboardData.types.includes('text/plain'))) return [];
  return [...clipboardData.files];
}

/** Returns dropped files without folders, which have a name but no content. */
function droppedFiles({ items, files }: DataTransfer): File[] {
  const entries = [...items].filter(({ kind }) => kind === 'file');
  return [...files].filter((_, index) => !entries[index]?.webkitGetAsEntry?.()?.isDirectory);
}
