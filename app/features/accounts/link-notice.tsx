import { useProviderLabel } from '#app/features/accounts/use-provider-label.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { OpenLink } from '#app/services/providers/pending-links.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

/** Explains why a sign-in with a provider needs another sign-in, and how to do it without a password. */
export function LinkNotice({ link, redirectTo }: { link: OpenLink; redirectTo: string }) {
  const t = useTexts();
  const labelOf = useProviderLabel();
  const { email, providerName, hasPassword } = link;
  const provider = labelOf(providerName);
  return (
    <section className="notice stack" aria-labelledby="link-notice">
      <h2 id="link-notice">{t('auth.link.title', { provider })}</h2>
      <p>{t(hasPassword ? 'auth.link.text' : 'auth.link.textWithoutPassword', { provider, email })}</p>
      <form method="post" action="/link-account" className="screen-actions">
        <CsrfField />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <button className="button" type="submit" name="intent" value="send">
          {t('auth.link.send')}
        </button>
        <button className="button quiet" type="submit" name="intent" value="cancel">
          {t('auth.link.cancel')}
        </button>
      </form>
    </section>
  );
}
