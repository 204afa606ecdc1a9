import { useTexts } from '#app/i18n/use-texts.ts';
import { CODE_LENGTH } from '#app/schemas/limits.ts';
import { Field } from '#app/ui/field.tsx';

type CodeFieldProps = {
  id?: string;
  hint?: string | undefined;
  /** Another proof may stand in for it. */
  isOptional?: boolean;
  /** Of an authenticator: phones then show their number keys. */
  isNumeric?: boolean;
  errors?: string[] | undefined;
};

/** Six signs from a mail or an authenticator. A code is never given back with the form. */
export function CodeField({ id = 'code', hint, isOptional = false, isNumeric = false, errors }: CodeFieldProps) {
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
      required={!isOptional}
    />
  );
}
