import { useTexts } from '#app/i18n/use-texts.ts';
import { CODE_LENGTH } from '#app/schemas/limits.ts';
import { Field } from '#app/ui/field.tsx';

type CodeFieldProps = {
  id?: string;
  hint?: string | undefined;
  /** True if another proof may replace the code. */
  isOptional?: boolean;
  /** True for authenticator codes, for which phones show a numeric keyboard. */
  isNumeric?: boolean;
  errors?: string[] | undefined;
  isFirst?: boolean;
};

/**
 * Renders the field for a six-character code from a mail or an authenticator. The value is never sent back with the
 * form.
 */
export function CodeField({ id = 'code', isOptional = false, isNumeric = false, ...props }: CodeFieldProps) {
  const { hint, errors, isFirst } = props;
  const t = useTexts();
  return (
    <Field
      id={id}
      name="code"
      className="code-input"
      label={t('auth.verify.code')}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      inputMode={isNumeric ? 'numeric' : 'text'}
      spellCheck={false}
      maxLength={CODE_LENGTH + 4}
      errors={errors}
      isFirst={isFirst}
      required={!isOptional}
    />
  );
}
