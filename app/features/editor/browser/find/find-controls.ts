import type { EditorView } from '@codemirror/view';
import { textOf } from '#app/features/editor/browser/texts.ts';

export type FindControls = ReturnType<typeof findControls>;

/** Creates the parts of the panel with their names in the language of the page. */
export function findControls(view: EditorView) {
  const text = (key: string, values?: Record<string, string>) => textOf(view, `editor.find.${key}`, values);
  const field = (name: string): HTMLInputElement => {
    const input = document.createElement('input');
    input.name = name;
    input.placeholder = text(name);
    input.setAttribute('aria-label', input.placeholder);
    // Not a field of the document's form.
    input.setAttribute('form', '');
    input.autocomplete = 'off';
    input.spellcheck = false;
    return input;
  };
  /** Without `symbol`, the button shows its name. */
  const button = (name: string, run: () => unknown, symbol?: string): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.name = name;
    made.className = symbol === undefined ? 'button small' : 'editor-tool';
    made.textContent = symbol ?? text(name);
    if (symbol !== undefined) {
      made.title = text(name);
      made.setAttribute('aria-label', made.title);
    }
    made.addEventListener('click', run);
    return made;
  };
  const toggle = (name: string, symbol: string, onToggle: () => void): HTMLButtonElement => {
    const made = button(
      name,
      () => {
        setPressed(made, !isPressed(made));
        onToggle();
      },
      symbol,
    );
    return made;
  };
  const group = (name: string, ...parts: HTMLElement[]): HTMLElement => {
    const made = document.createElement('div');
    made.className = `cm-find-${name}`;
    made.append(...parts);
    return made;
  };
  return { text, field, button, toggle, group };
}

export const isPressed = (toggle: HTMLElement): boolean => toggle.ariaPressed === 'true';

export function setPressed(toggle: HTMLElement, value: boolean): void {
  toggle.ariaPressed = String(value);
}
