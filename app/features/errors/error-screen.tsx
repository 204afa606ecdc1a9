import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { FaultFeedback } from '#app/features/errors/fault-feedback.tsx';
import { TryAgain } from '#app/features/errors/try-again.tsx';
import { AccessRequestForm } from '#app/features/sharing/access-request-form.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { looksLikeId } from '#app/schemas/looks-like-id.ts';

/** What a page shows instead of itself: not found, not allowed, or something that should not have happened. */
export function ErrorScreen({ error }: { error: unknown }) {
  const askFor = useAskedDocument();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <Screen name="notFound" askFor={askFor} />;
  if (status === 403) return <Screen name={isForAdministrators(error) ? 'administrators' : 'forbidden'} />;
  return <Fallback error={error} />;
}

type ScreenProps = { name: 'notFound' | 'forbidden' | 'administrators'; askFor?: string | null };

/** The document this address names, whether there is one or not; for who is signed in and can be answered. */
function useAskedDocument(): string | null {
  const docId = /^\/doc\/([^/]+)/.exec(useLocation().pathname)?.[1] ?? '';
  return useRootData()?.user && looksLikeId(docId) ? docId : null;
}

/** A document says what one may do with it (`documentAccessDenied`); a page of administration, that one is none. */
function isForAdministrators(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.data?.error === 'permissionDenied';
}

function Screen({ name, askFor = null }: ScreenProps) {
  const t = useTexts();
  const user = useRootData()?.user;
  return (
    <main id="main" className="screen">
      <title>{`${t(`screens.${name}.title`)} · Arbor`}</title>
      <h1>{t(`screens.${name}.title`)}</h1>
      <p>{t(`screens.${name}.text`)}</p>
      {askFor ? <AccessRequestForm docId={askFor} /> : null}
      <a className={askFor ? 'button quiet' : 'button main'} href="/">
        {t(user ? 'screens.home' : 'screens.start')}
      </a>
    </main>
  );
}

function Fallback({ error }: { error: unknown }) {
  const t = useTexts();
  useEffect(() => console.error('Page error:', error), [error]);
  return (
    <main id="main" className="screen">
      <title>Arbor</title>
      <h1>{t('screens.fault.title')}</h1>
      <p>{t('screens.fault.text')}</p>
      <TryAgain />
      <FaultFeedback />
    </main>
  );
}
