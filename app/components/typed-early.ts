// React sets a textarea back to its first text when it hydrates it. What was typed while the page waited for its
// scripts is therefore remembered, and put back once the page has hydrated.

type Typed = { text: string; from: number; to: number };

const typed = new Map<HTMLTextAreaElement, Typed>();

function remember(textarea: HTMLTextAreaElement): void {
  typed.set(textarea, { text: textarea.value, from: textarea.selectionStart, to: textarea.selectionEnd });
}

const onInput = ({ target }: Event) => {
  if (target instanceof HTMLTextAreaElement) remember(target);
};

/** Remembers what is typed into textareas from now until the page has hydrated, and what was typed before. */
export function rememberTyped(): void {
  for (const textarea of document.querySelectorAll('textarea')) {
    if (textarea.value !== textarea.defaultValue) remember(textarea);
  }
  document.addEventListener('input', onInput, true);
}

/** Puts it back, with the cursor where it was. From here on React leaves textareas alone. */
export function restoreTyped(): void {
  document.removeEventListener('input', onInput, true);
  for (const [textarea, { text, from, to }] of typed) {
    if (textarea.value === text) continue;
    textarea.value = text;
    textarea.setSelectionRange(from, to);
  }
  typed.clear();
}
