import { useEffect } from 'react';
import { useRootData } from '#app/features/shell/root-data.ts';

/** Deletes the drafts whose text the server accepted with the form that led to this page. */
export function useSettledDrafts(): void {
  const drafts = useRootData()?.toast?.drafts;
  useEffect(() => {
    if (!drafts) return;
    const keys = drafts.split(' ').map((key) => ({ key }));
    import('#app/browser/drafts.ts')
      .then(({ forgetDrafts }) => forgetDrafts(keys))
      .catch((error: Error) => console.warn('Drafts stay:', error.name));
  }, [drafts]);
}
