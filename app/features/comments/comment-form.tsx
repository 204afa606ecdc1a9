import { HowToMention } from '#app/features/comments/how-to-mention.tsx';
import { MentionField } from '#app/features/comments/mention-field.tsx';
import { type Refused, useRefused } from '#app/features/comments/use-posted.ts';
import { FormKey } from '#app/features/shell/form-key.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { QUOTE_MAX } from '#app/schemas/limits.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';

type CommentFormProps = {
  docId: string;
  people: Mentionable[];
  canShare: boolean;
  /** Headings of the text, offered as passages. */
  headings: string[];
};
/** Maximum number of offered headings. */
const HEADINGS_MAX = 100;

/** Starts a thread about the document or about a passage of it. */
export function CommentForm({ docId, people, canShare, headings }: CommentFormProps) {
  const t = useTexts();
  const refused = useRefused('comment', 'threadId', '');
  const { posted, errors }: Refused = refused ?? { posted: {}, errors: null };
  return (
    <form className="stack comment-form" method="post" action={`/doc/${docId}`}>
      <CsrfField />
      <FormKey />
      {/* Text areas, as React resets hidden inputs that a script filled when it renders the page again. */}
      <label hidden>
        {t('comments.textBefore')}
        <textarea name="prefix" hidden defaultValue={posted.prefix} />
      </label>
      <label hidden>
        {t('comments.textAfter')}
        <textarea name="suffix" hidden defaultValue={posted.suffix} />
      </label>
      <MentionField
        docId={docId}
        canShare={canShare}
        id="comment-body"
        label={t('comments.new')}
        people={people}
        value={posted.body}
        errors={errors?.body ?? undefined}
      />
      <details className="disclosure" open={Boolean(posted.quote)}>
        <summary>{t('comments.aboutPassage')}</summary>
        <Field
          id="comment-quote"
          name="quote"
          label={t('comments.passage')}
          hint={t('comments.passageHint')}
          maxLength={2 * QUOTE_MAX}
          list="comment-headings"
          defaultValue={posted.quote}
          errors={errors?.quote ?? undefined}
        />
        <datalist id="comment-headings">
          {[...new Set(headings)].slice(0, HEADINGS_MAX).map((heading) => (
            <option key={heading} value={heading} />
          ))}
        </datalist>
      </details>
      <button className="button main" type="submit" name="intent" value="comment">
        {t('comments.send')}
      </button>
      {canShare || people.length > 0 ? (
        <HowToMention people={people} more={canShare ? `/doc/${docId}?people=known` : null} />
      ) : null}
    </form>
  );
}
