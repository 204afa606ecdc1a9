import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { FaultFeedback } from '#app/features/errors/fault-feedback.tsx';
import { PageError } from '#app/features/errors/page-error.tsx';
import { TryAgain } from '#app/features/errors/try-again.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { isOfProxy } from '#app/ui/lost-connection.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Replaces a usage report that failed; the page's frame remains and accounting continues. */
export function UsageFault({ error }: { error: unknown }) {
  const t = useTexts();
  useEffect(() => console.error('Page error:', error), [error]);
  if (isRouteErrorResponse(error) && (error.status < 500 || isOfProxy(error))) return <PageError />;
  return (
    <main id="main" className="screen">
      <PageTitle>{t('admin.usage.title')}</PageTitle>
      <h1>{t('screens.fault.title')}</h1>
      <p>{t('admin.usage.problem.title')}</p>
      <p>{t('admin.usage.problem.text')}</p>
      <div className="screen-actions">
        <TryAgain />
        <a className="button quiet" href="/admin/token-usage">
          {t('admin.usage.problem.other')}
        </a>
      </div>
      <FaultFeedback />
    </main>
  );
}
