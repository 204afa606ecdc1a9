import { useTexts } from '#app/i18n/use-texts.ts';

/** Links to the sections of the settings, beside them on wide screens. */
export function SettingsContents({ sections }: { sections: [id: string, title: string][] }) {
  const t = useTexts();
  return (
    <nav className="settings-contents" aria-label={t('settings.sections')}>
      <ul>
        {sections.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
