import { CODE_LENGTH } from '#app/schemas/limits.ts';
import { Field } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

/** Where a mailed code is typed; spaces around it do no harm. */
export function CodeField({ errors }: { errors: string[] | undefined }) {
  const t = useTexts();
  return (
    <Field
      id="code"
      name="code"
      className="code-input"
      label={t('auth.verify.code')}
      hint={t('auth.verify.hint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={CODE_LENGTH + 4}
      errors={errors}
      required
    />
  );
}
