import { PasswordField } from '#app/features/accounts/account-fields.tsx';
import { CodeField } from '#app/features/accounts/code-field.tsx';
import { SettingsForm } from '#app/features/settings/settings-form.tsx';
import { TotpSetupForm } from '#app/features/settings/totp-setup-form.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { SecondFactors } from '#app/services/sign-in/get-second-factors.ts';

type TwoFactorProps = { factors: SecondFactors; hasPassword: boolean };

/** Configures the second factor: a mailed code, an authenticator, or both. */
export function TwoFactorSection({ factors, hasPassword }: TwoFactorProps) {
  const t = useTexts();
  return (
    <section id="second-factor" className="settings-section" tabIndex={-1}>
      <h2>{t('settings.twoFactor.title')}</h2>
      <p className="quiet-text">{t('settings.twoFactor.text')}</p>
      {factors.isDemanded ? <p className="quiet-text">{t('settings.twoFactor.demanded')}</p> : null}
      <FactorChoice factors={factors} hasPassword={hasPassword} />
    </section>
  );
}

type FactorChoiceProps = TwoFactorProps & {
  /** Address that the forms post to; the settings page by default. */
  action?: string;
};

/** Renders the forms of both kinds. The only factor of an account that must have one has no form to remove it. */
export function FactorChoice({ factors, hasPassword, action }: FactorChoiceProps) {
  const t = useTexts();
  const { mail, authenticator, setup, isDemanded } = factors;
  return (
    <>
      <MailFactor isOn={mail} isFixed={isDemanded && !authenticator} action={action} />
      <h3 className="settings-part">
        {t('settings.twoFactor.authenticator')}
        {authenticator ? <span className="chip leaf">{t('settings.twoFactor.on')}</span> : null}
      </h3>
      {authenticator ? (
        <AuthenticatorOn
          codesLeft={factors.recoveryCodesLeft}
          isFixed={isDemanded && !mail}
          hasPassword={hasPassword}
        />
      ) : setup ? (
        <TotpSetupForm setup={setup} action={action} />
      ) : (
        <SettingsForm intent="totp-start" action={action} submit={t('settings.twoFactor.start')}>
          <p className="quiet-text">{t('settings.twoFactor.authenticatorText')}</p>
        </SettingsForm>
      )}
    </>
  );
}

type MailFactorProps = { isOn: boolean; isFixed: boolean; action: string | undefined };

function MailFactor({ isOn, isFixed, action }: MailFactorProps) {
  const t = useTexts();
  return (
    <>
      <h3 className="settings-part">
        {t('settings.twoFactor.mail')}
        {isOn ? <span className="chip leaf">{t('settings.twoFactor.on')}</span> : null}
      </h3>
      {isOn && isFixed ? (
        <p className="quiet-text">{t('settings.twoFactor.mailText')}</p>
      ) : (
        <SettingsForm
          intent="two-factor"
          action={action}
          submit={t(isOn ? 'settings.twoFactor.mailOff' : 'settings.twoFactor.mailOn')}
        >
          <p className="quiet-text">{t('settings.twoFactor.mailText')}</p>
          <input type="hidden" name="enabled" value={String(!isOn)} />
        </SettingsForm>
      )}
    </>
  );
}

type AuthenticatorOnProps = { codesLeft: number; isFixed: boolean; hasPassword: boolean };

function AuthenticatorOn({ codesLeft, isFixed, hasPassword }: AuthenticatorOnProps) {
  const t = useTexts();
  return (
    <>
      <p className={codesLeft > 2 ? 'quiet-text' : 'wrong'}>
        {t('settings.twoFactor.codesLeft', { count: codesLeft })}
      </p>
      <ProvedForm intent="recovery-codes" label={t('settings.twoFactor.renewCodes')} hasPassword={hasPassword} />
      {isFixed ? null : (
        <ProvedForm
          intent="totp-remove"
          label={t('settings.twoFactor.remove')}
          look="danger"
          hasPassword={hasPassword}
        />
      )}
    </>
  );
}

type ProvedFormProps = { intent: string; label: string; look?: string; hasPassword: boolean };

/** Renders a form for owner-only actions: asks for the password again, or for a code if the account has no password. */
function ProvedForm({ intent, label, look, hasPassword }: ProvedFormProps) {
  const { fields, problem } = useFormReply<{ password: string; code: string }>({ intent });
  return (
    <details className="disclosure" open={Boolean(problem)}>
      <summary>{label}</summary>
      <SettingsForm intent={intent} submit={label} {...(look ? { look } : {})}>
        {hasPassword ? (
          <PasswordField id={`${intent}-password`} name="password" errors={fields.password.errors} />
        ) : (
          <CodeField id={`${intent}-code`} errors={fields.code.errors} />
        )}
      </SettingsForm>
    </details>
  );
}
