import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';

type ResendFormProps = {
  type: string;
  email: string;
  /** False if the address is asked for. */
  isKnown: boolean;
  errors?: string[] | undefined;
  question?: string;
  label: string;
};

/** Requests another code of the same type. */
export function ResendForm({ type, email, isKnown, errors, question, label }: ResendFormProps) {
  const t = useTexts();
  return (
    <form method="post" className="resend">
      <CsrfField />
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="type" value={type} />
      {question ? <span>{question}</span> : null}
      {isKnown ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <Field
          id="resend-email"
          name="email"
          type="email"
          label={t('auth.verify.sendTo')}
          autoComplete="email"
          defaultValue={email}
          errors={errors}
          required
        />
      )}
      <button className="link" type="submit">
        {label}
      </button>
    </form>
  );
}
