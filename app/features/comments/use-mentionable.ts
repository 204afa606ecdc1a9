import { useCallback, useRef, useState } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';

type Known = {
  people: readonly Mentionable[];
  /** Loads the people an owner can share with. Later calls do nothing. */
  load: () => void;
  /** Shares with a person who cannot read the document. Resolves to false if that failed. */
  share: (person: Mentionable) => Promise<boolean>;
};

/** Returns the people to offer after an `@`: those of the page, and for an owner the others they know. */
export function useMentionable(docId: string, listed: readonly Mentionable[], canShare: boolean): Known {
  const t = useTexts();
  const [people, setPeople] = useState(listed);
  const isLoaded = useRef(!canShare);
  const load = useCallback(() => {
    if (isLoaded.current) return;
    isLoaded.current = true;
    import('#app/browser/mentionable.ts')
      .then(({ loadMentionable }) => loadMentionable(docId))
      .then(setPeople)
      .catch((error: unknown) => console.warn('Only people of this page are offered:', error));
  }, [docId]);
  const share = async (person: Mentionable) => {
    const { shareToMention } = await import('#app/browser/mentionable.ts');
    return shareToMention(docId, person, t('toast.shared', { email: person.shareWith ?? '' }));
  };
  return { people, load, share };
}
