import { useEffect, useState } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';

type KeptTextProps = {
  /** Path of the page after sign-in. */
  redirectTo: string;
  /** True if the form carries a form that was posted without a session. */
  hasForm: boolean;
};

/** Tells that unsaved text is kept: in this form, or in this browser for the document that is opened after sign-in. */
export function KeptText({ redirectTo, hasForm }: KeptTextProps) {
  const t = useTexts();
  const docId = /^\/doc\/([^/?#]+)/.exec(redirectTo)?.[1];
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => {
    if (hasForm || !docId) return;
    let isShown = true;
    // Loaded here only, as most people sign in without such a document.
    import('#app/browser/drafts.ts')
      .then(({ hasDraft }) => hasDraft(docId))
      .then((has) => {
        if (isShown) setIsInBrowser(has);
      })
      .catch((error: Error) => console.warn('Kept texts cannot be looked up:', error.name));
    return () => {
      isShown = false;
    };
  }, [docId, hasForm]);
  if (!hasForm && !isInBrowser) return null;
  return (
    <p className="notice" role="status">
      {t(hasForm ? 'auth.sessionEnded.text' : 'auth.keptText')}
    </p>
  );
}
