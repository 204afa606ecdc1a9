import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ImportEntry } from '#app/services/transfer/list-imports.ts';

const EVERY_SECONDS = 3;

/** Shows how far a running import is; the page asks again, without a script by loading itself anew. */
export function ImportProgress({ done, documents }: Pick<ImportEntry, 'done' | 'documents'>) {
  const t = useTexts();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), EVERY_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <div className="import-progress">
      <noscript>
        <meta httpEquiv="refresh" content={String(EVERY_SECONDS)} />
      </noscript>
      {documents > 0 ? (
        <>
          <progress aria-label={t('transfer.running')} value={done} max={documents} />
          <p>{t('transfer.progress', { done, count: documents })}</p>
        </>
      ) : (
        <>
          <progress aria-label={t('transfer.running')} />
          <p>{t('transfer.reading')}</p>
        </>
      )}
    </div>
  );
}
