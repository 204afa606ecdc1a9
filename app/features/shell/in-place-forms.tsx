import { useEffect } from 'react';
import { useSubmit } from 'react-router';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

/** Loads the code that submits simple forms without a page load and shows tooltips for truncated titles. */
export function InPlaceForms() {
  const submit = useSubmit();
  const offline = useTexts()('form.offline');
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    whenIdle(() =>
      import('#app/features/shell/browser/in-place-forms.ts').then(
        ({ answerInPlace }) => {
          if (!isOver) stop = answerInPlace({ submit, offline });
        },
        (error: unknown) => console.warn('Forms load the next page:', error),
      ),
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [submit, offline]);
  return null;
}
