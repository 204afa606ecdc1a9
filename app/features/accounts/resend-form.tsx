import { CsrfField } from '#app/ui/csrf-field.tsx';

type ResendFormProps = { type: string; email: string; question?: string; label: string };

/** Requests another code of the same type. */
export function ResendForm({ type, email, question, label }: ResendFormProps) {
  return (
    <form method="post" className="resend">
      <CsrfField />
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="email" value={email} />
      {question ? <span>{question}</span> : null}
      <button className="link" type="submit">
        {label}
      </button>
    </form>
  );
}
