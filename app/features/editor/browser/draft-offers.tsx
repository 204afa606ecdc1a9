import type { KeptDraft } from '#app/browser/drafts.ts';
import { changedLines } from '#app/features/editor/browser/merge-remote.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';

type DraftOffersProps = {
  drafts: readonly KeptDraft[];
  /** The saved text, which drafts are compared with. */
  current: string;
  onTake: (draft: KeptDraft) => void;
  onDrop: (draft: KeptDraft) => void;
};

/** Lists unsaved drafts with their differences from the saved text. */
export function DraftOffers({ drafts, current, onTake, onDrop }: DraftOffersProps) {
  const t = useTexts();
  const time = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <section className="draft-offers" aria-label={t('editor.draft.title')}>
      {drafts.map((draft) => (
        <div className="draft-offer" key={draft.key}>
          <p>
            <strong>{t('editor.draft.title')}</strong> {t('editor.draft.text', { when: time.format(draft.at) })}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long difference is scrolled with the keyboard too */}
          <pre className="changes" tabIndex={0}>
            <Difference before={current} after={draft.content} />
          </pre>
          <div className="row-of-buttons">
            <button type="button" className="button main small" onClick={() => onTake(draft)}>
              {t('editor.draft.take')}
            </button>
            <button type="button" className="button small" onClick={() => onDrop(draft)}>
              {t('editor.draft.drop')}
            </button>
          </div>
        </div>
      ))}
    </section>
  );
}

function Difference({ before, after }: { before: string; after: string }) {
  return changedLines(before, after).map(({ kind, text }, index) => {
    const Tag = kind === 'added' ? 'ins' : 'del';
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
    return <Tag key={index}>{text}</Tag>;
  });
}
