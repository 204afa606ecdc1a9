import { WorkProgress } from '#app/features/shell/work-progress.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Shows the progress of copying many documents, or that the copy was undone. */
export function CopyPage({ progress }: { progress: { done: number; total: number } | null }) {
  const t = useTexts();
  const title = t(progress ? 'copying.title' : 'copying.takenBack');
  return (
    <main id="main" className="page">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {progress ? (
        <>
          <WorkProgress label={title} progress={progress} text={t('copying.progress', progress)} />
          <p className="hint">{t('copying.leave')}</p>
        </>
      ) : (
        <p>{t('copying.nothingKept')}</p>
      )}
    </main>
  );
}
