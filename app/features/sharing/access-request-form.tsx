import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { MESSAGE_MAX } from '#app/schemas/limits.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { TextArea } from '#app/ui/text-area.tsx';

/** Requests access to a document. The form and its response are the same whether or not the document exists. */
export function AccessRequestForm({ docId }: { docId: string }) {
  const t = useTexts();
  const problem = useProblem('request-access');
  const message = useGiven('request-access')?.message;
  const errors = problem?.result.error?.message ?? undefined;
  return (
    <form className="ask card stack" method="post" action={`/doc/${docId}`}>
      <h2>{t('accessRequest.title')}</h2>
      <FormSummary errors={problem?.result.error?.[''] ?? undefined} />
      <CsrfField />
      <input type="hidden" name="intent" value="request-access" />
      <div className="field">
        <label htmlFor="access-message">{t('accessRequest.message')}</label>
        <TextArea
          id="access-message"
          name="message"
          rows={3}
          maxLength={2 * MESSAGE_MAX}
          defaultValue={message ?? ''}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? 'access-message-error access-message-hint' : 'access-message-hint'}
        />
        <p className="hint" id="access-message-hint">
          {t('accessRequest.text')}
        </p>
        <FieldErrors id="access-message" errors={errors} />
      </div>
      <button className="button main" type="submit">
        {t('accessRequest.send')}
      </button>
    </form>
  );
}
