import { useTexts } from '#app/i18n/use-texts.ts';
import type { Conflict } from '#app/services/documents/merge-save.ts';

/** Tells that the document changed where the result would go. The form then applies to the text shown here. */
export function OvertakenNote({ current: { updatedBy, content } }: { current: Conflict['current'] }) {
  const t = useTexts();
  return (
    <section className="note amber">
      <p>{t('ai.overtaken', { name: updatedBy ?? t('history.deletedUser') })}</p>
      <details>
        <summary>{t('ai.currentText')}</summary>
        <pre className="changes">{content}</pre>
      </details>
    </section>
  );
}
