/**
 * Shows an element of the page as a sheet until it is closed by Escape, a press outside or its close button. The
 * element keeps its place in the document. Returns a function that closes the sheet.
 */
export function openSheet(element: HTMLElement, closeLabel: string, onClose?: () => void): () => void {
  if (element.popover === null) {
    const close = makeCloseButton(closeLabel);
    element.popover = 'auto';
    element.prepend(close);
    close.addEventListener('click', () => element.hidePopover());
    element.addEventListener('toggle', function onToggle(event) {
      if (event.target !== element || (event as ToggleEvent).newState !== 'closed') return;
      element.removeEventListener('toggle', onToggle);
      element.popover = null;
      close.remove();
      onClose?.();
    });
  }
  element.showPopover();
  return () => {
    if (element.popover !== null) element.hidePopover();
  };
}

function makeCloseButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet sheet-close script-only';
  button.textContent = label;
  return button;
}
