import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

type ResendFormProps = { type: string; email: string; question?: string; label: string };

/** Requests another code of the same type. Asks for the address if it is not known. */
export function ResendForm({ type, email, question, label }: ResendFormProps) {
  const t = useTexts();
  return (
    <form method="post" className="resend">
      <CsrfField />
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="type" value={type} />
      {email === '' ? null : <input type="hidden" name="email" value={email} />}
      {question ? <span>{question}</span> : null}
      {email === '' ? (
        <div className="field">
          <label htmlFor="resend-email">{t('auth.verify.sendTo')}</label>
          <input id="resend-email" name="email" type="email" autoComplete="email" required />
        </div>
      ) : null}
      <button className="link" type="submit">
        {label}
      </button>
    </form>
  );
}
