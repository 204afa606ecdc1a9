import { useEffect } from 'react';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

/** Offers to comment on selected words if permitted. Without JavaScript, people use the form below the text. */
export function useCommentOnSelection(isAllowed: boolean): void {
  const label = useTexts()('comments.onSelection');
  useEffect(() => {
    if (!isAllowed) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    whenIdle(() =>
      import('#app/features/comments/browser/comment-on-selection.ts').then(
        ({ commentOnSelection }) => {
          if (!isOver) stop = commentOnSelection(label);
        },
        (error: unknown) => console.warn('Passages are commented on by the form alone:', error),
      ),
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isAllowed, label]);
}
