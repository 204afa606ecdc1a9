import { useTexts } from '#app/i18n/use-texts.ts';
import { FieldErrors } from '#app/ui/field.tsx';

type TermsFieldProps = { version: string; isChecked: boolean; errors: string[] | undefined };

/** The checkbox that accepts the terms on a registration. They open in another tab, so that nothing typed is lost. */
export function TermsField({ version, isChecked, errors }: TermsFieldProps) {
  const t = useTexts();
  const hasError = Boolean(errors?.length);
  return (
    <div className="field">
      <label className="check">
        <input
          id="terms"
          type="checkbox"
          name="terms"
          value={version}
          defaultChecked={isChecked}
          required
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? 'terms-error' : undefined}
        />
        {t('terms.accept')}
      </label>
      <FieldErrors id="terms" errors={errors} />
      <p className="quiet-text">
        <a href="/terms" target="_blank" rel="noopener">
          {t('terms.read')}
        </a>
      </p>
    </div>
  );
}
