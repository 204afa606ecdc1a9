import { useEffect, useRef } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { useWrongFields } from '#app/ui/form-problem.ts';

type FormSummaryProps = {
  errors: string[] | undefined;
  id?: string;
  /** True for a required next step rather than an error. */
  isNotice?: boolean;
};

/**
 * Shows a form's errors: a link to each wrong field, else the general message. Takes focus, so that it is read first,
 * with and without JavaScript.
 */
export function FormSummary({ errors, id = 'form-summary', isNotice = false }: FormSummaryProps) {
  const t = useTexts();
  const fields = useWrongFields();
  const summary = useRef<HTMLDivElement>(null);
  const text = errors?.join(' ') ?? '';
  useEffect(() => {
    if (text) summary.current?.focus();
  }, [text]);
  if (!text) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the summary of a failed form is where reading goes on
    <div ref={summary} id={id} className="summary" role="alert" tabIndex={-1} autoFocus>
      {isNotice ? null : <h2>{t('form.problem')}</h2>}
      {fields.length > 0 ? (
        <ul>
          {fields.map((field) => (
            <li key={field.id}>
              <a href={`#${field.id}`}>{field.text}</a>
            </li>
          ))}
        </ul>
      ) : (
        <p>{text}</p>
      )}
    </div>
  );
}
