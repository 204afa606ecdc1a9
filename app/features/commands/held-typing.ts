let held: string | null = null;
let cancel: (() => void) | null = null;

/**
 * Holds what is typed while the palette's code is on its way; it would be taken for single-key shortcuts. `onCancel` is
 * called by Escape.
 */
export function holdTyping(onCancel: () => void): void {
  if (held === null) window.addEventListener('keydown', onKeyDown, true);
  held ??= '';
  cancel = onCancel;
}

/** Ends holding and returns what was typed. */
export function takeHeldTyping(): string {
  const text = held ?? '';
  held = null;
  window.removeEventListener('keydown', onKeyDown, true);
  return text;
}

function onKeyDown(event: KeyboardEvent): void {
  const { key } = event;
  const isShortcut = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (isShortcut || event.isComposing || (key.length > 1 && !['Backspace', 'Enter', 'Escape'].includes(key))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === 'Escape') {
    takeHeldTyping();
    cancel?.();
  } else if (key === 'Backspace') held = (held ?? '').slice(0, -1);
  else if (key !== 'Enter') held += key;
}
