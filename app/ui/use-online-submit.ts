import { useCallback } from 'react';
import { type SubmitOptions, type SubmitTarget, useSubmit } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';
import { addToast } from '#app/ui/toasts.ts';

/**
 * Returns a function that submits through the router and returns true. Offline it says so and returns false: the router
 * would replace the page by one for faults, together with what was typed there.
 */
export function useOnlineSubmit(): (target: SubmitTarget, options: SubmitOptions) => boolean {
  const submit = useSubmit();
  const offline = useTexts()('form.offline');
  return useCallback(
    (target, options) => {
      if (navigator.onLine) void submit(target, options);
      else addToast({ title: offline, variant: 'destructive' });
      return navigator.onLine;
    },
    [submit, offline],
  );
}
