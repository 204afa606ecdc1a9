import { useId } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';

export type UnsentReason = 'denied' | 'gone' | 'elsewhere' | 'noAccess';

type UnsentCommentProps = {
  body: string;
  /** Passage of the comment, if it is about one. */
  quote?: string | undefined;
  isEdit?: boolean;
  /** A sentence, or the key of one. */
  why: UnsentReason | { text: string };
};

/** Shows the text of a comment that was not sent and has no field on the page any more, to be copied. */
export function UnsentComment({ body, quote, isEdit = false, why }: UnsentCommentProps) {
  const t = useTexts();
  const id = useId();
  return (
    <section className="ask card stack unsent-comment" aria-labelledby={id}>
      <h2 id={id}>{t(isEdit ? 'comments.unsent.edit' : 'comments.unsent.comment')}</h2>
      <p>{typeof why === 'string' ? t(`comments.unsent.${why}`) : why.text}</p>
      <p>{t('comments.unsent.copy')}</p>
      {quote ? <blockquote className="thread-quote">{quote}</blockquote> : null}
      <div className="field">
        <textarea aria-label={t('comments.unsent.label')} rows={6} readOnly value={body} />
      </div>
    </section>
  );
}
