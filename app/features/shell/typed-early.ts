// React sets a textarea back to its first text when it hydrates it. What was typed while the page waited for its
// scripts is therefore remembered, and put back once the page has hydrated.

type Typed = { text: string; from: number; to: number };

type TextProperty = 'value' | 'defaultValue';
const own: Partial<Record<TextProperty, PropertyDescriptor>> = {};

/**
 * Even set to the text it has, a textarea moves its cursor: what is being typed or pasted at that moment lands beside
 * the text that was selected to be replaced. While the page hydrates its first text is therefore not set again.
 */
function keepCursors(): void {
  const { prototype } = HTMLTextAreaElement;
  for (const property of ['value', 'defaultValue'] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, property)!;
    own[property] = descriptor;
    const set = function (this: HTMLTextAreaElement, text: string) {
      if (text !== this.defaultValue) descriptor.set?.call(this, text);
    };
    Object.defineProperty(prototype, property, { ...descriptor, set });
  }
}

function freeCursors(): void {
  for (const [property, descriptor] of Object.entries(own)) {
    Object.defineProperty(HTMLTextAreaElement.prototype, property, descriptor);
  }
}

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
  keepCursors();
}

/** Puts it back, with the cursor where it was. From here on React leaves textareas alone. */
export function restoreTyped(): void {
  document.removeEventListener('input', onInput, true);
  freeCursors();
  for (const [textarea, { text, from, to }] of typed) {
    if (textarea.value === text) continue;
    textarea.value = text;
    textarea.setSelectionRange(from, to);
  }
  typed.clear();
}
