import type { Draft } from '#app/features/editor/browser/drafts.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';

type DraftOfferProps = { draft: Draft; onTake: () => void; onDrop: () => void };

/** Text typed here that never reached the server, offered back. */
export function DraftOffer({ draft, onTake, onDrop }: DraftOfferProps) {
  const t = useTexts();
  const when = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(draft.at);
  return (
    <section className="draft-offer" aria-label={t('editor.draft.title')}>
      <p>
        <strong>{t('editor.draft.title')}</strong> {t('editor.draft.text', { when })}
      </p>
      <div className="row-of-buttons">
        <button type="button" className="button main small" onClick={onTake}>
          {t('editor.draft.take')}
        </button>
        <button type="button" className="button small" onClick={onDrop}>
          {t('editor.draft.drop')}
        </button>
      </div>
    </section>
  );
}
