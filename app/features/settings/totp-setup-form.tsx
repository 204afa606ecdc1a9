import { CodeField } from '#app/features/accounts/code-field.tsx';
import { SettingsForm } from '#app/features/settings/settings-form.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { TotpSetup } from '#app/services/sign-in/get-second-factors.ts';

type TotpSetupProps = {
  setup: TotpSetup;
  /** Address that the form posts to; the settings page by default. */
  action?: string | undefined;
};

/** Shows the secret to scan, open or type, and the field for the authenticator's first code. */
export function TotpSetupForm({ setup: { secret, uri, qr }, action }: TotpSetupProps) {
  const t = useTexts();
  const { fields } = useFormReply<{ code: string }>({ intent: 'totp-confirm' });
  return (
    <>
      <div className="totp-setup">
        <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('settings.twoFactor.qr')}>
          <path d={qr.path} />
        </svg>
        <div className="stack">
          <p>{t('settings.twoFactor.scan')}</p>
          <p>
            <a className="link" href={uri}>
              {t('settings.twoFactor.open')}
            </a>
          </p>
          <p className="quiet-text">{t('settings.twoFactor.secret')}</p>
          <code className="secret">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </div>
      </div>
      <SettingsForm
        intent="totp-confirm"
        action={action}
        submit={t('settings.twoFactor.confirm')}
        look="main"
        aside={
          <button className="button quiet" type="submit" name="intent" value="totp-remove">
            {t('form.cancel')}
          </button>
        }
      >
        <CodeField
          id="totp-code"
          isNumeric
          hint={t('auth.secondFactor.authenticatorHint')}
          errors={fields.code.errors}
        />
      </SettingsForm>
    </>
  );
}
