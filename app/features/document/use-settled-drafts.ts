import { useEffect } from 'react';
import { useRootData } from '#app/features/shell/root-data.ts';

/** Forgets the drafts whose text was in the form that led to this page, as the server has taken it. */
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
