import { type RefObject, useEffect } from 'react';

/** Moves focus to a part of the page with a key, and back when it is pressed again. */
export function useHotkeyFocus(key: string, target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let before: HTMLElement | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const isInside = target.current?.contains(document.activeElement);
      if (!isInside) before = document.activeElement as HTMLElement | null;
      (isInside ? before : target.current)?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, target]);
}
