import { useCallback } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Returns a function that reloads the page's data, once the server can be reached. A reload that failed would replace
 * the page, and unsaved text or waiting uploads in it, with an error. Resolves if the code for this cannot be loaded.
 */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(
    () =>
      import('#app/browser/live-page.ts').then(
        ({ reloadWhenConnected }) => reloadWhenConnected(revalidate),
        (error: unknown) => console.warn('The page shows its data as loaded:', error),
      ),
    [revalidate],
  );
}
