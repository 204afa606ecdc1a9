import { PasswordField } from '#app/features/accounts/account-fields.tsx';
import { FormSection } from '#app/features/settings/form-section.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Field } from '#app/ui/field.tsx';

export function EmailForm({ email }: { email: string }) {
  const t = useTexts();
  const { form, fields } = useFormReply<{ email: string }>({ intent: 'email' });
  return (
    <FormSection id="email" title={t('auth.email')} errors={form.errors} submit={t('settings.email.submit')}>
      <p className="quiet-text">{t('settings.email.text', { email })}</p>
      <Field
        id="new-email"
        name="email"
        type="email"
        label={t('settings.email.label')}
        autoComplete="email"
        defaultValue={fields.email.initialValue}
        errors={fields.email.errors}
      />
    </FormSection>
  );
}

export function PasswordForm({ email }: { email: string }) {
  const t = useTexts();
  const { form, fields } = useFormReply<{ currentPassword: string; password: string }>({ intent: 'password' });
  return (
    <FormSection id="password" title={t('auth.password')} errors={form.errors} submit={t('auth.reset.submit')}>
      <label className="sr-only" htmlFor="password-email" aria-hidden="true">
        {t('auth.email')}
      </label>
      <input
        id="password-email"
        className="sr-only"
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        id="currentPassword"
        label={t('settings.password.current')}
        errors={fields.currentPassword.errors}
      />
      <PasswordField
        id="newPassword"
        name="password"
        isNew
        label={t('auth.reset.password')}
        errors={fields.password.errors}
      />
      <p className="quiet-text">{t('settings.password.text')}</p>
    </FormSection>
  );
}
