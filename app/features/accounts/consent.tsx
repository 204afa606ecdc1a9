import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

type ConsentProps = { client: string; host: string; email: string; scope: 'read' | 'write' };

/**
 * Asks whether an OAuth client may act for the account. The client chooses its own name; the host is where the browser
 * is sent.
 */
export function ConsentForm({ client, host, email, scope }: ConsentProps) {
  const t = useTexts();
  const { form } = useFormReply({ intent: 'allow', orIntents: ['deny'] });
  return (
    <AuthCard
      id={form.id}
      title={t('oauth.title', { client })}
      text={t('oauth.text', { client, host, email })}
      errors={form.errors}
    >
      <div className="field">
        <label htmlFor="consent-scope">{t('settings.tokens.scope')}</label>
        <select id="consent-scope" name="scope" defaultValue={scope}>
          <option value="read">{t('settings.tokens.scopes.read')}</option>
          <option value="write">{t('settings.tokens.scopes.write')}</option>
        </select>
      </div>
      <p className="quiet-text">{t('oauth.revoke')}</p>
      <button className="button primary" type="submit" name="intent" value="allow">
        {t('oauth.allow')}
      </button>
      <button className="button" type="submit" name="intent" value="deny">
        {t('oauth.deny')}
      </button>
    </AuthCard>
  );
}

/** Shown for an untrusted authorization request. It never redirects, not even back to the client. */
export function WrongRequest() {
  const t = useTexts();
  return (
    <div className="card stack">
      <PageTitle>{t('oauth.wrongTitle')}</PageTitle>
      <h1>{t('oauth.wrongTitle')}</h1>
      <p className="quiet-text">{t('oauth.wrongText')}</p>
    </div>
  );
}
