import type { ShownOnce } from '#app/http/session/shown-once.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

/** Shows a secret once: a new access token or new recovery codes. */
export function ShownOncePanel({ secret }: { secret: ShownOnce }) {
  const t = useTexts();
  if ('token' in secret) {
    return (
      <section className="shown-once" aria-labelledby="shown-once">
        <h2 id="shown-once">{t('settings.tokens.created', { name: secret.token.name })}</h2>
        <p>{t('settings.tokens.once')}</p>
        <code className="secret">{secret.token.value}</code>
      </section>
    );
  }
  return (
    <section className="shown-once" aria-labelledby="shown-once">
      <h2 id="shown-once">{t('settings.twoFactor.codesTitle')}</h2>
      <p>{t('settings.twoFactor.codesText')}</p>
      <ul className="recovery-codes">
        {secret.recoveryCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
