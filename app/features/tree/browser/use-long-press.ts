import { type PointerEvent, useRef } from 'react';

/** The row whose menu is open, and the menu's position in the window. */
export type MenuAt = { key: string; x: number; y: number };

const LONG_MS = 550;

/** Opens a row's menu on long press; the release is not a tap. */
export function useLongPress(openMenu: (at: MenuAt) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
      wasLong.current = false;
      const row = (target as Element).closest('a.row:not(.turn)');
      const key = row?.closest<HTMLElement>('[data-key]')?.dataset.key;
      if (pointerType !== 'touch' || !key) return;
      stop();
      timer.current = setTimeout(() => {
        wasLong.current = true;
        openMenu({ key, x, y });
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (Math.abs(movementX) + Math.abs(movementY) > 6) stop();
    },
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
