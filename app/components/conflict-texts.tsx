import { TimeAgo } from '#app/components/time-ago.tsx';
import type { Conflict } from '#app/services/documents/reconcile-texts.ts';
import { useTexts } from '#app/ui/use-texts.ts';

/**
 * Someone else saved first and both changed the same paragraph. Theirs stands here to copy from; yours is in the form
 * below, which now builds on theirs: saving it is a decision.
 */
export function ConflictTexts({ conflict: { current } }: { conflict: Conflict }) {
  const t = useTexts();
  return (
    <section className="conflict">
      <h2>{t('document.conflict.title')}</h2>
      <p>
        {t('document.conflict.text', { name: current.updatedBy ?? t('history.deletedUser') })}{' '}
        <TimeAgo at={current.updatedAt} />
      </p>
      <div className="field">
        <label htmlFor="their-title">{t('document.conflict.theirTitle')}</label>
        <input id="their-title" readOnly value={current.title} />
      </div>
      <div className="field">
        <label htmlFor="their-content">{t('document.conflict.theirs')}</label>
        <textarea id="their-content" readOnly rows={10} value={current.content} />
      </div>
      <p>
        <strong>{t('document.conflict.yours')}</strong>
      </p>
    </section>
  );
}
