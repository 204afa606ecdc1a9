import { useTexts } from '#app/i18n/use-texts.ts';
import type { AcceptedTerms } from '#app/services/terms/accept-terms.ts';
import { FullDate } from '#app/ui/full-date.tsx';

/** Lists the versions of the terms that the account accepted. */
export function TermsSection({ accepted }: { accepted: AcceptedTerms[] }) {
  const t = useTexts();
  return (
    <section className="settings-section">
      <h2>{t('terms.title')}</h2>
      <ul className="stack">
        {accepted.map(({ version, acceptedAt }) => (
          <li key={version}>
            {t('terms.version', { version })} · {t('terms.acceptedAt')} <FullDate at={acceptedAt} />
          </li>
        ))}
      </ul>
      <p>
        <a href="/terms">{t('terms.read')}</a>
      </p>
    </section>
  );
}
