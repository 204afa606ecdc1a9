import { useEffect, useState } from 'react';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import type { PresentPerson } from '#app/ui/here-now.tsx';

/** Returns the other people viewing the document. Empty without JavaScript. */
export function useReaders(docId: string): PresentPerson[] {
  const [people, setPeople] = useState<PresentPerson[]>([]);
  useEffect(() => {
    const left = new AbortController();
    whenIdle(() => {
      import('#app/browser/reading-presence.ts').then(
        ({ startReadingPresence }) => {
          if (!left.signal.aborted) left.signal.addEventListener('abort', startReadingPresence(docId, setPeople));
        },
        (error: unknown) => console.warn('The page does not show who else reads:', error),
      );
    });
    return () => {
      left.abort();
      setPeople([]);
    };
  }, [docId]);
  return people;
}
