import { useEffect, useState } from 'react';
import { chooseLanguage, chooseTheme, chosenTheme } from '#app/browser/preferences.ts';
import { LANGUAGE_NAMES, type Language } from '#app/i18n/language.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import { THEMES } from '#app/schemas/theme.ts';
import { Menu, MenuRadio, Submenu } from '#app/ui/menu.tsx';
import { closePopover } from '#app/ui/use-light-dismiss.ts';

export type SettingsMenuProps = { isOpen: boolean };

/** Theme and language as submenus (specification §2); choosing closes the popover. */
export function SettingsMenu({ isOpen }: SettingsMenuProps) {
  const t = useTexts();
  const lng = useLanguage() as Language;
  const [openSub, openSubmenu] = useState<string | null>(null);
  const [theme, setTheme] = useState(chosenTheme);
  useEffect(() => {
    if (isOpen) setTheme(chosenTheme());
    else openSubmenu(null);
  }, [isOpen]);
  const choose = (act: () => void) => () => {
    closeAround(document.activeElement);
    act();
  };
  return (
    <Menu label={t('frame.settings')} isOpen={isOpen} openSub={openSub} openSubmenu={openSubmenu}>
      <Submenu label={t('frame.theme')} value={t(`frame.themes.${theme}`)}>
        {THEMES.map((each) => (
          <MenuRadio key={each} isChecked={each === theme} onChoose={choose(() => chooseTheme(each))}>
            {t(`frame.themes.${each}`)}
          </MenuRadio>
        ))}
      </Submenu>
      <Submenu label={t('frame.language')} value={LANGUAGE_NAMES[lng]}>
        {Object.entries(LANGUAGE_NAMES).map(([each, name]) => (
          <MenuRadio key={each} lang={each} isChecked={each === lng} onChoose={choose(() => void chooseLanguage(each))}>
            {name}
          </MenuRadio>
        ))}
      </Submenu>
    </Menu>
  );
}

function closeAround(element: Element | null): void {
  const popover = element?.closest('details');
  if (popover) closePopover(popover);
}
