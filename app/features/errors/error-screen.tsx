import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { FaultFeedback } from '#app/features/errors/fault-feedback.tsx';
import { NoConnectionScreen } from '#app/features/errors/no-connection-screen.tsx';
import { TryAgain } from '#app/features/errors/try-again.tsx';
import { UnavailableScreen } from '#app/features/errors/unavailable-screen.tsx';
import { UnsentText } from '#app/features/errors/unsent-text.tsx';
import { AccessRequestForm } from '#app/features/sharing/access-request-form.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { looksLikeId } from '#app/schemas/looks-like-id.ts';
import type { Unavailable } from '#app/schemas/problem.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';
import { isLostConnection, isOfProxy } from '#app/ui/lost-connection.ts';
import { isServerFault } from '#app/ui/server-fault.ts';

/** Renders the error page: not found, not allowed, not reached, or a fault. */
export function ErrorScreen({ error, unsent }: { error: unknown; unsent: ReactNode }) {
  const docId = useAskedDocument();
  if (isLostConnection(error)) return <NoConnectionScreen unsent={unsent} />;
  const fallback = <Fallback error={error} docId={docId} unsent={unsent} />;
  if (!isRouteErrorResponse(error)) return fallback;
  const { status } = error;
  if (status === 404) return <Screen name={missingScreen(error.data)} docId={docId} unsent={unsent} />;
  if (status === 403) return <Screen name={forbiddenScreen(error.data)} docId={docId} unsent={unsent} />;
  const isAway = isOfProxy(error);
  if (status === 503 || isAway) {
    const { unsentForm = null, isDiskFull = false } = (error.data ?? {}) as Partial<Unavailable>;
    return <UnavailableScreen unsentForm={unsentForm} isDiskFull={isDiskFull} isAway={isAway} unsent={unsent} />;
  }
  return fallback;
}

type ScreenProps = {
  name: 'notFound' | 'noAi' | 'forbidden' | 'archived' | 'administrators';
  docId: string | null;
  unsent: ReactNode;
};

/**
 * Returns the document id in the address, whether or not it exists. Null for visitors, who cannot receive an answer.
 */
function useAskedDocument(): string | null {
  const docId = /^\/doc\/([^/]+)/.exec(useLocation().pathname)?.[1] ?? '';
  return useRootData()?.user && looksLikeId(docId) ? docId : null;
}

/** Returns the screen of a missing page. Pages of AI have the error `noAi` without a configured service. */
const missingScreen = (data?: { error?: string }): ScreenProps['name'] =>
  data?.error === 'noAi' ? 'noAi' : 'notFound';

/** Administration pages have the error `permissionDenied`; documents have `documentAccessDenied`. */
function forbiddenScreen(data?: { error?: string; isArchived?: boolean }): ScreenProps['name'] {
  if (data?.error === 'permissionDenied') return 'administrators';
  return data?.isArchived ? 'archived' : 'forbidden';
}

function Screen({ name, docId, unsent }: ScreenProps) {
  const t = useTexts();
  const askFor = name === 'notFound' ? docId : null;
  const user = useRootData()?.user;
  const installation = useInstallationName();
  const isReadable = name === 'archived' || name === 'forbidden' || name === 'noAi';
  return (
    <main id="main" className="screen">
      <title>{`${t(`screens.${name}.title`)} · ${installation}`}</title>
      <h1>{t(`screens.${name}.title`)}</h1>
      <p>{t(`screens.${name}.text`)}</p>
      {unsent}
      {docId ? <UnsentText key={docId} docId={docId} /> : null}
      {askFor ? <AccessRequestForm docId={askFor} /> : null}
      {isReadable && docId ? (
        <a className="button main" href={`/doc/${docId}`}>
          {t('screens.open')}
        </a>
      ) : null}
      <a className={askFor || (isReadable && docId) ? 'button quiet' : 'button main'} href="/">
        {t(user ? 'screens.home' : 'screens.start')}
      </a>
    </main>
  );
}

type FallbackProps = { error: unknown; docId: string | null; unsent: ReactNode };

function Fallback({ error, docId, unsent }: FallbackProps) {
  const t = useTexts();
  // The server notes its own faults; those of a browser need a reporting service.
  const isReported = Boolean(useRootData()?.env.SENTRY_DSN);
  const isNoted = isReported || isRouteErrorResponse(error) || isServerFault(error);
  useEffect(() => console.error('Page error:', error), [error]);
  return (
    <main id="main" className="screen">
      <title>{useInstallationName()}</title>
      <h1>{t('screens.fault.title')}</h1>
      <p>{t(isNoted ? 'screens.fault.noted' : 'screens.fault.text')}</p>
      {unsent}
      {docId ? <UnsentText key={docId} docId={docId} /> : null}
      <TryAgain />
      <FaultFeedback />
    </main>
  );
}
