import { isComposingKey } from '#app/ui/composing-key.ts';

/** Calls `leave` at Enter, and at ArrowDown in the last displayed line of the title. */
export function leaveTitleByKeys(title: HTMLTextAreaElement, leave: () => void, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent) => {
    if (isComposingKey(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      leave();
    } else if (event.key === 'ArrowDown' && !event.shiftKey) leaveUnlessMoved(title, leave);
  };
  title.addEventListener('keydown', onKey, { signal });
}

/** The browser moves the caret after the listeners of the key, unless it is in the last line. */
function leaveUnlessMoved(title: HTMLTextAreaElement, leave: () => void): void {
  const before = title.selectionEnd;
  const hasOneLine = title.clientHeight < 2 * Number.parseFloat(getComputedStyle(title).lineHeight);
  if (hasOneLine) {
    leave();
    return;
  }
  setTimeout(() => {
    if (title.selectionEnd === before && document.activeElement === title) leave();
  });
}
