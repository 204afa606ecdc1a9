import { makeButton } from '#app/browser/make-button.ts';

/**
 * Shows an element of the page as a sheet until it is closed by Escape, a press outside or its close button. The
 * element keeps its place in the document.
 */
export function openSheet(element: HTMLElement, closeLabel: string, onClose?: () => void): void {
  if (element.popover === null) {
    const close = makeButton(closeLabel, 'button quiet sheet-close script-only', () => element.hidePopover());
    element.popover = 'auto';
    element.prepend(close);
    element.addEventListener('toggle', function onToggle(event) {
      if (event.target !== element || (event as ToggleEvent).newState !== 'closed') return;
      element.removeEventListener('toggle', onToggle);
      element.popover = null;
      close.remove();
      onClose?.();
    });
  }
  element.showPopover();
}
