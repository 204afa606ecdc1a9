import { type MouseEvent, useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Opens the tree over a narrow page instead of following the link. As a popover it closes on Escape or a tap beside it,
 * and focus returns. Without JavaScript the link opens the tree's page.
 */
export function openTreeDrawer(event: MouseEvent<HTMLAnchorElement>): void {
  const side = document.querySelector<HTMLElement>('.frame:not(.tree-page) > .side');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!side?.showPopover || !isPlain) return;
  event.preventDefault();
  // Set only while open, as on wide pages the tree is not a popover.
  side.popover = 'auto';
  side.addEventListener('toggle', endPopover);
  side.showPopover();
  const current = side.querySelector<HTMLElement>('[aria-current="page"]');
  (current ?? side.querySelector('a'))?.focus();
}

/** One function, so that it listens once however often the tree is opened. */
function endPopover(this: HTMLElement, change: Event): void {
  if ((change as ToggleEvent).newState === 'closed') this.removeAttribute('popover');
}

/** Closes the drawer after a navigation. */
export function useTreeDrawer(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each arrival
  useEffect(() => {
    document.querySelector<HTMLElement>('.side:popover-open')?.hidePopover();
  }, [key]);
}
