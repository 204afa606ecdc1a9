// React resets a textarea to its initial text on hydration. Text typed before hydration is therefore remembered and
// restored afterwards.

type Typed = { text: string; from: number; to: number };

type TextProperty = 'value' | 'defaultValue';
const own: Partial<Record<TextProperty, PropertyDescriptor>> = {};

/**
 * Setting a textarea's text moves its cursor, even if the text is equal: text typed or pasted at that moment would land
 * beside the selection instead of replacing it. So the initial text is not set again during hydration.
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

/** Remembers what is typed into textareas before and during hydration. */
export function rememberTyped(): void {
  for (const textarea of document.querySelectorAll('textarea')) {
    if (textarea.value !== textarea.defaultValue) remember(textarea);
  }
  document.addEventListener('input', onInput, true);
  keepCursors();
}

/** Restores the typed text and the cursor, and removes the hydration guard. */
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
