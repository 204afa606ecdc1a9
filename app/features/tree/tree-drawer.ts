import { type MouseEvent, useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Opens the tree over a narrow page instead of leaving it. A popover: Escape and a tap beside it close it, and focus
 * returns to where it was. Without a script the link leads to the page of the tree.
 */
export function openTreeDrawer(event: MouseEvent<HTMLAnchorElement>): void {
  const side = document.querySelector<HTMLElement>('.frame:not(.tree-page) > .side');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!side?.showPopover || !isPlain) return;
  event.preventDefault();
  // Only while it is open: beside a wide page the tree is no popover.
  side.popover = 'auto';
  side.addEventListener('toggle', (change) => {
    if ((change as ToggleEvent).newState === 'closed') side.removeAttribute('popover');
  });
  side.showPopover();
  side.querySelector<HTMLElement>('[aria-current="page"], a')?.focus();
}

/** Closes the drawer once a link in it has led elsewhere. */
export function useTreeDrawer(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each arrival
  useEffect(() => {
    document.querySelector<HTMLElement>('.side:popover-open')?.hidePopover();
  }, [key]);
}
