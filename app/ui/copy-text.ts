/**
 * Copies a text to the clipboard and returns whether that worked. Over plain HTTP, browsers have no clipboard object: a
 * selected field is copied instead.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copySelected(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('The clipboard was refused:', error);
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // An open dialog is the only place that can have the focus.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
