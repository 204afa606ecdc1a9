import { WorkProgress } from '#app/features/shell/work-progress.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ImportEntry } from '#app/services/transfer/import/list-imports.ts';

type Progress = Pick<ImportEntry, 'done' | 'documents' | 'isDelayed'>;

/** Shows the progress of a running import. The number of documents is known only after all files are read. */
export function ImportProgress({ done, documents, isDelayed }: Progress) {
  const t = useTexts();
  const isReading = documents === 0;
  return (
    <WorkProgress
      label={t('transfer.running')}
      progress={isReading ? null : { done, total: documents }}
      text={
        isReading
          ? t(isDelayed ? 'transfer.readingDelayed' : 'transfer.reading')
          : t(isDelayed ? 'transfer.delayed' : 'transfer.progress', { done, count: documents })
      }
    />
  );
}
