import { useFailureText } from '#app/features/accounts/use-failure-text.ts';
import { useProviderLabel } from '#app/features/accounts/use-provider-label.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { PROVIDERS, type ProviderFailure, type ProviderName } from '#app/schemas/providers.ts';
import type { AccountDetails } from '#app/services/accounts/account-details.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';

type SignInMethodsProps = { account: AccountDetails; configured: readonly ProviderName[] };

/** Returns the providers that the account is linked to or can be. */
export function shownProviders({ account, configured }: SignInMethodsProps): ProviderName[] {
  return PROVIDERS.filter(
    (name) => configured.includes(name) || account.providers.some(({ providerName }) => providerName === name),
  );
}

/** Lists the sign-in providers, with forms to link and unlink each. */
export function SignInMethods({ account, configured }: SignInMethodsProps) {
  const t = useTexts();
  const hasPasswords = useRootData()?.hasPasswords ?? true;
  const errors = useMethodErrors();
  const linked = account.providers.map(({ providerName }) => providerName);
  const shown = shownProviders({ account, configured });
  return (
    <section id="sign-in-methods" className="settings-section">
      <h2>{t('settings.methods.title')}</h2>
      <FormSummary errors={errors} id="methods-summary" />
      {account.hasPassword || !hasPasswords ? null : (
        <p className="quiet-text">
          {t('settings.methods.noPassword')} <a href="/forgot-password">{t('settings.methods.choosePassword')}</a>
        </p>
      )}
      <ul className="people">
        {shown.map((name) => (
          <Method key={name} name={name} isLinked={linked.includes(name)} isOffered={configured.includes(name)} />
        ))}
      </ul>
    </section>
  );
}

function useMethodErrors(): string[] | undefined {
  const t = useTexts();
  const failureText = useFailureText();
  const hasPasswords = useRootData()?.hasPasswords ?? true;
  const replies = [useFormReply({ intent: 'provider-link' }), useFormReply({ intent: 'provider-unlink' })];
  const reply = replies.find(({ problem }) => problem);
  if (reply?.problem?.error === 'passwordNotSet')
    return [t(hasPasswords ? 'settings.methods.lastWay' : 'settings.methods.onlyWay')];
  const failure = reply?.problem?.data as ProviderFailure | null | undefined;
  return failure ? [failureText(failure)] : reply?.form.errors;
}

type MethodProps = { name: ProviderName; isLinked: boolean; isOffered: boolean };

function Method({ name, isLinked, isOffered }: MethodProps) {
  const t = useTexts();
  const provider = useProviderLabel()(name);
  return (
    <li>
      <div className="method">
        <Icon name={name} />
        <strong>{provider}</strong>
        {isLinked ? <span className="chip leaf">{t('settings.methods.linked')}</span> : null}
        {isOffered ? null : <span className="quiet-text">{t('settings.methods.switchedOff')}</span>}
      </div>
      <form method="post" action="/settings">
        <CsrfField />
        <input type="hidden" name="provider" value={name} />
        <button
          className={isLinked ? 'button quiet danger' : 'button'}
          type="submit"
          name="intent"
          value={isLinked ? 'provider-unlink' : 'provider-link'}
          aria-label={t(isLinked ? 'settings.methods.unlinkNamed' : 'settings.methods.linkNamed', { provider })}
        >
          {t(isLinked ? 'settings.methods.unlink' : 'settings.methods.link')}
        </button>
      </form>
    </li>
  );
}
