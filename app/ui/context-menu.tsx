import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createTypeAhead } from '#app/ui/type-ahead.ts';

type ContextMenuProps = {
  label: string;
  /** Position of its corner in window pixels; the menu stays inside the window. */
  x: number;
  y: number;
  /** Receives true if focus returns to the opener. */
  onClose: (returnsFocus: boolean) => void;
  children: ReactNode;
};

/**
 * Renders a context menu as a native popover. Arrow keys move through its items; Escape and a press outside close it.
 * The press is detected here, because the browser would count the end of a long press as one.
 */
export function ContextMenu({ label, x, y, onClose, children }: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [findTyped] = useState(createTypeAhead);
  useLayoutEffect(() => {
    menu.current!.showPopover();
    itemsOf(menu.current!)[0]?.focus();
  }, []);
  // On every render: an item that is added late must not leave the window.
  useLayoutEffect(() => {
    const element = menu.current!;
    const { offsetWidth, offsetHeight } = element;
    element.style.left = `${Math.max(8, Math.min(x, innerWidth - offsetWidth - 8))}px`;
    element.style.top = `${Math.max(8, y + offsetHeight + 8 > innerHeight ? innerHeight - offsetHeight - 8 : y)}px`;
  });
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) onClose(false);
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    const items = itemsOf(event.currentTarget);
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = nextIndex(event.key, index, items, findTyped);
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      onClose(true);
    } else if (next !== null) {
      event.preventDefault();
      items[next]?.focus();
    }
  };
  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className="context-menu"
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

type Find = ReturnType<typeof createTypeAhead>;

function nextIndex(key: string, index: number, items: HTMLElement[], find: Find): number | null {
  if (key === 'ArrowDown') return (index + 1) % items.length;
  if (key === 'ArrowUp') return (index - 1 + items.length) % items.length;
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  if ([...key].length !== 1 || key === ' ') return null;
  const labels = items.map(({ textContent }) => textContent?.trim() ?? '');
  const found = find(key, labels, index);
  return found < 0 ? null : found;
}
