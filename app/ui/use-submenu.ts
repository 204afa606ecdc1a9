import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useMenu } from '#app/ui/menu-state.ts';

/** Hover time after which a submenu opens (specification §9). */
const HOVER_MS = 100;

/** Returns the props of a submenu, for its entry (`trigger`) and its menu (`list`). */
export function useSubmenu(label: string) {
  const { grace, openSub, openSubmenu } = useMenu();
  const isOpen = openSub === label;
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const goesIn = useRef(false);
  const stopHover = () => {
    clearTimeout(hover.current);
    hover.current = undefined;
  };
  useEffect(() => () => clearTimeout(hover.current), []);
  useEffect(() => {
    if (isOpen && goesIn.current) chosenEntry(place.current!)?.focus();
    goesIn.current = false;
  }, [isOpen]);

  const enter = () => {
    if (isOpen) return chosenEntry(place.current!)?.focus();
    goesIn.current = true;
    openSubmenu(label);
  };
  const trigger = {
    ref: button,
    onClick: (event: React.MouseEvent) => {
      stopHover();
      // A keyboard press moves focus inside; a pointer press only opens.
      if (event.detail === 0) enter();
      else openSubmenu(label);
    },
    onKeyDown: ({ key }: KeyboardEvent) => key === 'ArrowRight' && enter(),
    onFocus: () => openSub !== null && !isOpen && openSubmenu(null),
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || grace.covers({ x: event.clientX, y: event.clientY })) return;
      button.current!.focus({ preventScroll: true });
      if (!isOpen) hover.current ??= setTimeout(() => openSubmenu(label), HOVER_MS);
    },
    onPointerLeave: (event: PointerEvent) => {
      stopHover();
      const submenu = place.current?.firstElementChild;
      if (submenu) grace.begin({ x: event.clientX, y: event.clientY }, submenu.getBoundingClientRect());
    },
  };
  const list = {
    ref: place,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft') return;
      event.preventDefault();
      openSubmenu(null);
      button.current!.focus();
    },
  };
  return { isOpen, trigger, list };
}

function chosenEntry(place: HTMLElement): HTMLElement | null {
  return (
    place.querySelector<HTMLElement>('[aria-checked=true]') ?? place.querySelector<HTMLElement>('[role^=menuitem]')
  );
}
