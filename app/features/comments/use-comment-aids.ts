import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { rememberPlace, returnToPlace } from '#app/features/comments/kept-place.ts';
import { openAndWrite } from '#app/features/comments/open-and-write.ts';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

/**
 * Shows threads beside their passages and offers to comment on selected words if permitted. Without JavaScript,
 * threads and form stand below the text.
 */
export function useCommentAids(section: RefObject<HTMLElement | null>, canWrite: boolean, hasPassages: boolean): void {
  const t = useTexts();
  const [comment, close] = [t('comments.onSelection'), t('comments.close')];
  const isAtPlace = useRef(false);
  const { key } = useLocation();
  const shownKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    // A form in place keeps the page. The router then scrolls to the fragment within this commit.
    if (shownKey.current === null) isAtPlace.current = returnToPlace();
    else if (shownKey.current !== key) queueMicrotask(returnToPlace);
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    const page = section.current?.closest('main');
    if (!page || !(canWrite || hasPassages)) return;
    const left = new AbortController();
    page.addEventListener('submit', rememberPlace, { signal: left.signal });
    page.addEventListener('click', openAndWrite, { signal: left.signal });
    const startWith = (start: () => () => void) => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', start());
    };
    const unaided = (error: unknown) => console.warn('Comments stay below the text:', error);
    whenIdle(() => {
      if (hasPassages) {
        import('#app/features/comments/browser/place-threads.ts').then(
          ({ placeThreads }) => startWith(() => placeThreads(page, close, isAtPlace.current)),
          unaided,
        );
      }
      if (canWrite) {
        import('#app/features/comments/browser/comment-on-selection.ts').then(
          ({ commentOnSelection }) => startWith(() => commentOnSelection({ comment, close })),
          unaided,
        );
      }
    });
    return () => left.abort();
  }, [section, canWrite, hasPassages, comment, close]);
}
