import { useEffect } from 'react';
import { isComposingKey } from '#app/ui/composing-key.ts';

/**
 * Closes open popovers on Escape or a press outside. Escape returns focus to the button. One Escape closes
 * one layer: a handler inside a popover prevents its default.
 */
export function useLightDismiss(): void {
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      for (const popover of openPopovers()) if (!popover.contains(target as Node)) popover.open = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposingKey(event)) return;
      // The browser closes it.
      if (document.querySelector('dialog:modal')) return;
      for (const popover of openPopovers()) closePopover(popover);
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

const openPopovers = () => document.querySelectorAll<HTMLDetailsElement>('details.pop[open]');

/** Closes a popover and returns focus from inside to its button. */
export function closePopover(popover: HTMLDetailsElement): void {
  const hadFocus = popover.contains(document.activeElement);
  popover.open = false;
  if (hadFocus) popover.querySelector('summary')?.focus();
}
