import { useEffect } from 'react';

/** Escape, or a press elsewhere, closes an open popover; Escape gives focus back to its button. */
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

/** Focus that was inside goes back to the button. */
export function closePopover(popover: HTMLDetailsElement): void {
  const hadFocus = popover.contains(document.activeElement);
  popover.open = false;
  if (hadFocus) popover.querySelector('summary')?.focus();
}
