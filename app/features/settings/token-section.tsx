import { SettingsForm } from '#app/features/settings/settings-form.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { TOKEN_NAME_MAX } from '#app/schemas/limits.ts';
import type { TokenEntry } from '#app/services/tokens/list-tokens.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';

/** Personal access tokens: what scripts sign in with, each by its name, none readable again. */
export function TokenSection({ tokens }: { tokens: TokenEntry[] }) {
  const t = useTexts();
  const { form, fields } = useFormReply<{ name: string }>({ intent: 'token-create' });
  return (
    <section className="settings-section">
      <h2>{t('settings.tokens.title')}</h2>
      <p className="quiet-text">{t('settings.tokens.text')}</p>
      {tokens.length > 0 ? (
        <ul className="people">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      ) : null}
      <SettingsForm intent="token-create" submit={t('settings.tokens.create')} errors={form.errors}>
        <Field
          id="token-name"
          name="name"
          label={t('settings.tokens.name')}
          hint={t('settings.tokens.nameHint')}
          maxLength={TOKEN_NAME_MAX}
          autoComplete="off"
          defaultValue={fields.name.initialValue}
          errors={fields.name.errors}
          required
        />
      </SettingsForm>
    </section>
  );
}

function TokenRow({ token: { id, name, createdAt, lastUsedAt } }: { token: TokenEntry }) {
  const t = useTexts();
  return (
    <li>
      <div className="who">
        <strong>{name}</strong>
        <span>
          {t('settings.tokens.createdAt')} <TimeAgo at={createdAt} />
          {' · '}
          {lastUsedAt ? (
            <>
              {t('settings.tokens.lastUsed')} <TimeAgo at={lastUsedAt} />
            </>
          ) : (
            t('settings.tokens.neverUsed')
          )}
        </span>
      </div>
      <form method="post" action="/settings">
        <CsrfField />
        <input type="hidden" name="tokenId" value={id} />
        <button
          className="button quiet danger"
          type="submit"
          name="intent"
          value="token-revoke"
          aria-label={t('settings.tokens.revokeNamed', { name })}
        >
          {t('settings.tokens.revoke')}
        </button>
      </form>
    </li>
  );
}
