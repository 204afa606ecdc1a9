import { SettingsForm } from '#app/features/settings/settings-form.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useDayText, useTexts } from '#app/i18n/use-texts.ts';
import { TOKEN_NAME_MAX } from '#app/schemas/limits.ts';
import { TOKEN_DAYS_DEFAULT, TOKEN_SCOPES } from '#app/schemas/token-scopes.ts';
import type { TokenEntry } from '#app/services/tokens/list-tokens.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { Field, FieldErrors, messageAttributes } from '#app/ui/field.tsx';

/** `lacksFactor`: an administrator whose tokens could have the scope `admin` after setting up a second factor. */
export type TokenAbilities = { createAdminToken: boolean; lacksFactor: boolean };
type TokenSectionProps = { tokens: TokenEntry[]; can: TokenAbilities };

/** Personal access tokens for scripts: listed by name, never shown again. */
export function TokenSection({ tokens, can }: TokenSectionProps) {
  const t = useTexts();
  const { form, fields } = useFormReply<{ name: string; scope: string; expiresIn: string }>({ intent: 'token-create' });
  return (
    <section id="tokens" className="settings-section" tabIndex={-1}>
      <h2>{t('settings.tokens.title')}</h2>
      <p className="quiet-text">
        {t('settings.tokens.text')} <a href="/api/docs">{t('apiDocs.title')}</a>
      </p>
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
        <ScopeField can={can} value={fields.scope.initialValue} errors={fields.scope.errors} />
        <Field
          id="token-expires"
          name="expiresIn"
          label={t('settings.tokens.expiresIn')}
          hint={t('settings.tokens.expiresHint')}
          inputMode="numeric"
          defaultValue={fields.expiresIn.initialValue ?? TOKEN_DAYS_DEFAULT}
          errors={fields.expiresIn.errors}
        />
      </SettingsForm>
    </section>
  );
}

type ScopeProps = Pick<TokenSectionProps, 'can'> & { value: string | undefined; errors: string[] | undefined };

function ScopeField({ can, value = 'read', errors }: ScopeProps) {
  const t = useTexts();
  const scopes = TOKEN_SCOPES.filter((scope) => scope !== 'admin' || can.createAdminToken || can.lacksFactor);
  return (
    <div className="field">
      <label htmlFor="token-scope">{t('settings.tokens.scope')}</label>
      <select
        id="token-scope"
        name="scope"
        defaultValue={value}
        {...messageAttributes('token-scope', errors, { hasHint: can.lacksFactor })}
      >
        {scopes.map((scope) => (
          <option key={scope} value={scope} disabled={scope === 'admin' && can.lacksFactor}>
            {t(`settings.tokens.scopes.${scope}`)}
          </option>
        ))}
      </select>
      {can.lacksFactor ? (
        <p className="hint" id="token-scope-hint">
          {t('validation.tokenScope.factor')}
        </p>
      ) : null}
      <FieldErrors id="token-scope" errors={errors} />
    </div>
  );
}

function Expiry({ expiresAt }: Pick<TokenEntry, 'expiresAt'>) {
  const t = useTexts();
  const dayText = useDayText();
  if (expiresAt === null) return t('settings.tokens.never');
  if (Date.parse(expiresAt) <= Date.now()) return t('settings.tokens.expired');
  return `${t('settings.tokens.expires')} ${dayText(expiresAt)}`;
}

function TokenRow({ token }: { token: TokenEntry }) {
  const { id, name, scope, createdAt, expiresAt, lastUsedAt, lastAddress } = token;
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
          )}{' '}
          {lastAddress ? t('settings.tokens.from', { address: lastAddress }) : null}
          {' · '}
          {t(`settings.tokens.scopes.${scope}`)} · <Expiry expiresAt={expiresAt} />
        </span>
      </div>
      <ActionForm
        intent="token-revoke"
        action="/settings"
        fields={{ tokenId: id }}
        label={t('settings.tokens.revoke')}
        name={t('settings.tokens.revokeNamed', { name })}
        isDanger
      />
    </li>
  );
}
