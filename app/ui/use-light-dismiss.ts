import { useEffect } from 'react';

/** Closes open popovers on Escape or a press outside. Escape returns focus to the button. */
export function useLightDismiss(): void {
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      for (const popover of openPopovers()) if (!popover.contains(target as Node)) popover.open = false;
    };
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented) return;
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
