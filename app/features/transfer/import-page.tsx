import { useProblem } from '#app/features/shell/use-problem.ts';
import { ImportForm } from '#app/features/transfer/import-form.tsx';
import { ImportList } from '#app/features/transfer/import-list.tsx';
import type { ImportPageData } from '#app/features/transfer/import-page-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Imports files as documents and lists recent imports, which can be undone. */
export function ImportPage({ parent, imports, maxMegabytes, accepted }: ImportPageData) {
  const t = useTexts();
  return (
    <main id="main" className="page import-page">
      <PageTitle hasSummary={useProblem('import', 'preview', 'start') !== undefined}>{t('transfer.import')}</PageTitle>
      <h1>{t('transfer.import')}</h1>
      <p className="lead">{t('transfer.lead')}</p>
      <ImportForm parent={parent} maxMegabytes={maxMegabytes} accepted={accepted} />
      {imports.length > 0 ? <ImportList imports={imports} /> : null}
    </main>
  );
}
