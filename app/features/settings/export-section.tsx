import { useTexts } from '#app/i18n/use-texts.ts';
import type { TakeoutEntry } from '#app/services/takeouts/open-takeout.ts';
import { FullDate } from '#app/ui/full-date.tsx';
import { FilledText } from '#app/ui/name.tsx';

/** Offers an export of all owned documents, and copies of documents the user wrote and lost access to. */
export function ExportSection({ takeouts }: { takeouts: TakeoutEntry[] }) {
  const t = useTexts();
  return (
    <section id="export" className="settings-section">
      <h2>{t('settings.export.title')}</h2>
      <p className="quiet-text">{t('settings.export.text')}</p>
      <div>
        <a className="button" href="/settings/export" data-file>
          {t('settings.export.download')}
        </a>
      </div>
      {takeouts.length > 0 ? (
        <>
          <p className="quiet-text">{t('takeout.kept')}</p>
          <ul className="stack">
            {takeouts.map(({ id, title, documents, expiresAt }) => (
              <li key={id}>
                <a href={`/takeouts/${id}`} data-file>
                  <FilledText values={{ title }}>
                    {(placeholders) => t('takeout.entry', { ...placeholders, count: documents })}
                  </FilledText>
                </a>{' '}
                <span className="quiet-text">
                  {t('takeout.until')} <FullDate at={expiresAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
