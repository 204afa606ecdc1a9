import { useTexts } from '#app/i18n/use-texts.ts';

/** Offers the export of all documents one owns. */
export function ExportSection() {
  const t = useTexts();
  return (
    <section className="settings-section">
      <h2>{t('settings.export.title')}</h2>
      <p className="quiet-text">{t('settings.export.text')}</p>
      <div>
        <a className="button" href="/settings/export" download>
          {t('settings.export.download')}
        </a>
      </div>
    </section>
  );
}
