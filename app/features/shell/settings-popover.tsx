import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Popover } from '#app/ui/popover.tsx';

export const LANGUAGES = { en: 'English', zh: '中文' } as const;
export const THEMES = ['light', 'dark', 'system'] as const;

/** What is chosen for the whole interface: forms that post; once its script is there, a menu with two submenus. */
export function SettingsPopover() {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const SettingsMenu = useSettingsMenu(isOpen);
  return (
    <Popover
      label={t('frame.settings')}
      icon={<Icon name="settings" />}
      isMenu={SettingsMenu !== null}
      onToggle={setIsOpen}
    >
      {SettingsMenu ? <SettingsMenu isOpen={isOpen} themes={THEMES} languages={LANGUAGES} /> : <PreferenceForms />}
    </Popover>
  );
}

export type SettingsMenuProps = { isOpen: boolean; themes: typeof THEMES; languages: typeof LANGUAGES };

/** Loaded after hydration. It never takes the place of forms that stand open under someone's hand. */
function useSettingsMenu(isOpen: boolean): ComponentType<SettingsMenuProps> | null {
  const [loaded, setLoaded] = useState<ComponentType<SettingsMenuProps> | null>(null);
  const [menu, setMenu] = useState<ComponentType<SettingsMenuProps> | null>(null);
  useEffect(() => {
    import('#app/features/shell/browser/settings-menu.tsx').then(
      ({ SettingsMenu }) => setLoaded(() => SettingsMenu),
      (error: unknown) => console.warn('The settings stay as they are:', error),
    );
  }, []);
  useEffect(() => {
    if (!isOpen) setMenu(() => loaded);
  }, [isOpen, loaded]);
  return menu;
}

function PreferenceForms() {
  const t = useTexts();
  const data = useRootData();
  return (
    <>
      <PreferenceForm>
        <h2>{t('frame.theme')}</h2>
        {THEMES.map((theme) => (
          <button
            key={theme}
            className="row"
            name="theme"
            value={theme}
            type="submit"
            aria-pressed={data?.theme === theme}
          >
            {t(`frame.themes.${theme}`)}
          </button>
        ))}
      </PreferenceForm>
      <PreferenceForm>
        <h2>{t('frame.language')}</h2>
        {Object.entries(LANGUAGES).map(([lng, name]) => (
          <button
            key={lng}
            className="row"
            name="lng"
            value={lng}
            type="submit"
            lang={lng}
            aria-pressed={data?.lng === lng}
          >
            {name}
          </button>
        ))}
      </PreferenceForm>
    </>
  );
}

function PreferenceForm({ children }: { children: React.ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <form action="/preferences" method="post">
      <CsrfField />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      {children}
    </form>
  );
}
