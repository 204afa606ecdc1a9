import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { SettingsMenuProps } from '#app/features/shell/browser/settings-menu.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { LANGUAGE_NAMES } from '#app/i18n/language.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { THEMES } from '#app/schemas/theme.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Popover } from '#app/ui/popover.tsx';

/** Renders the interface settings: forms that post; with JavaScript a menu with two submenus. */
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
      {SettingsMenu ? <SettingsMenu isOpen={isOpen} /> : <PreferenceForms />}
    </Popover>
  );
}

/** Loads after hydration. Never replaces forms while the popover is open. */
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
        {Object.entries(LANGUAGE_NAMES).map(([lng, name]) => (
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
