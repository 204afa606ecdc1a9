import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useReload } from '#app/features/shell/use-reload.ts';

/** Events that show that the user interacts with the page. */
const CONTACTS = ['pointerover', 'focusin', 'touchstart', 'scroll', 'keydown'];

/**
 * Loads outline, cards, lightbox and copy buttons on the first interaction, so that the page loads fast. They begin
 * anew with every `text`, as its elements are new.
 */
export function useReadingAids(page: RefObject<HTMLElement | null>, docId: string, text: string): void {
  const reload = useReload();
  const leave = useRef<((page: HTMLElement) => void) | null>(null);
  // In a layout effect the old page is still in the DOM and can be measured.
  useLayoutEffect(() => {
    const left = page.current;
    return () => {
      if (left) leave.current?.(left);
    };
  }, [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has new elements
  useEffect(() => {
    if (import.meta.env.SSR) return;
    const left = new AbortController();
    const begin = () => {
      for (const contact of CONTACTS) removeEventListener(contact, begin);
      import('#app/features/document/browser/reading-aids.ts').then(
        ({ readingAids, leaveForEditor }) => {
          leave.current = (own) => leaveForEditor(own, docId);
          if (!left.signal.aborted && page.current)
            left.signal.addEventListener(
              'abort',
              readingAids(page.current, docId, () => void reload()),
            );
        },
        (error: unknown) => console.warn('The page is read without aids:', error),
      );
    };
    for (const contact of CONTACTS) addEventListener(contact, begin, { passive: true, signal: left.signal });
    return () => left.abort();
  }, [page, docId, text, reload]);
}
