import type { z } from 'zod';
import { EmailField } from '#app/features/accounts/account-fields.tsx';
import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { CodeField } from '#app/features/accounts/code-field.tsx';
import { ResendForm } from '#app/features/accounts/resend-form.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { CodeType, codeForm } from '#app/schemas/accounts.ts';

/** Verifies an address by code or mailed link, for sign-up, password reset or a new address. */
type Asked = { type: CodeType; email: string; redirectTo: string; link: string };

export function VerifyCard({ type, email, redirectTo, link }: Asked) {
  const t = useTexts();
  const { form, fields, problem } = useFormReply<z.input<typeof codeForm>>({
    intent: 'verify',
    defaultValue: { email, type },
  });
  const resend = useFormReply<{ email: string }>({ intent: 'resend', defaultValue: { email } });
  const textOf = () => {
    if (link) return t('auth.verify.byLink');
    return email ? t('auth.verify.sentTo', { email }) : t('auth.verify.text');
  };
  const sentTo = (problem ? fields.email.initialValue : resend.fields.email.initialValue) ?? email;
  // A typed address stays in sight, as it may be wrong.
  const isKnown = email !== '' && sentTo === email && !resend.fields.email.errors;
  return (
    <div className="stack">
      <AuthCard
        id={form.id}
        title={t('auth.verify.title')}
        text={textOf()}
        errors={form.errors ?? resend.form.errors}
        onSubmit={form.onSubmit}
        footer={
          <ResendForm
            type={type}
            email={sentTo}
            isKnown={isKnown}
            errors={resend.fields.email.errors}
            question={t(isKnown ? 'auth.verify.nothing' : 'auth.verify.none')}
            label={t(isKnown ? 'auth.verify.resend' : 'auth.verify.send')}
          />
        }
      >
        <input type="hidden" name="intent" value="verify" />
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <EmailField
          defaultValue={fields.email.initialValue ?? email}
          errors={fields.email.errors}
          isFirst={email === '' && link === ''}
        />
        {link ? <input type="hidden" name="link" value={link} /> : null}
        {link ? null : <CodeField hint={t('auth.verify.hint')} errors={fields.code.errors} isFirst={email !== ''} />}
        <button className="button main" type="submit">
          {t('auth.verify.submit')}
        </button>
      </AuthCard>
    </div>
  );
}
