import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

const EVERY_MS = 1000;

/** Shows the progress of a copy of many documents; without one, that it was taken back. */
export function CopyPage({ progress }: { progress: { done: number; total: number } | null }) {
  const t = useTexts();
  const { revalidate } = useRevalidator();
  const isRunning = progress !== null;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(revalidate, EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  const title = t(isRunning ? 'copying.title' : 'copying.takenBack');
  return (
    <main id="main" className="page">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {progress ? (
        <>
          <p>
            <progress value={progress.done} max={progress.total} aria-label={title} />
          </p>
          <p>{t('copying.progress', progress)}</p>
          <p className="hint">{t('copying.leave')}</p>
        </>
      ) : (
        <p>{t('copying.nothingKept')}</p>
      )}
    </main>
  );
}
