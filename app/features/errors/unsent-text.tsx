import { type ComponentType, useEffect, useState } from 'react';
import { useRootData } from '#app/features/shell/root-data.ts';

type DraftsProps = { userId: string; docId: string };

/**
 * Offers the text that the server never received of a document that the person cannot edit. It is in this browser only.
 */
export function UnsentText({ docId }: { docId: string }) {
  const userId = useRootData()?.user?.id;
  const [Drafts, setDrafts] = useState<ComponentType<DraftsProps> | null>(null);
  useEffect(() => {
    if (!userId) return;
    import('#app/features/errors/browser/unsent-drafts.tsx').then(
      ({ UnsentDrafts }) => setDrafts(() => UnsentDrafts),
      (error: unknown) => console.warn('Drafts cannot be offered:', error),
    );
  }, [userId]);
  return Drafts && userId ? <Drafts userId={userId} docId={docId} /> : null;
}
