import type { ReactNode } from 'react';
import { LANGUAGE_NAMES, type Language } from '#app/i18n/language.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import { THEMES, type Theme } from '#app/schemas/theme.ts';
import { type LogoPicture, SiteLogo, SiteLogoProvider } from '#app/ui/site-logo.tsx';

/** Returns the same address in another theme or language. */
export type PublicAddress = (change: { theme?: Theme; lng?: Language }) => string;

type PublicFrameProps = {
  title: string;
  theme: Theme;
  stylesheets: string[];
  /** The installation's own; null for Arbor's. */
  logo: LogoPicture | null;
  address: PublicAddress;
  children: ReactNode;
};

/** Renders the HTML document of a public page: no script, form or session; theme and language are links. */
export function PublicFrame({ title, theme, stylesheets, logo, address, children }: PublicFrameProps) {
  const t = useTexts();
  const lng = useLanguage();
  return (
    <html lang={lng} className={theme === 'system' ? undefined : theme} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a className="skip" href="#main">
          {t('publicPage.skip')}
        </a>
        {children}
        <footer className="public-foot">
          <a className="logo" href="/">
            <SiteLogoProvider value={logo}>
              <SiteLogo />
            </SiteLogoProvider>
            {t('publicPage.madeWith')}
          </a>
          <span className="push" />
          <nav aria-label={t('publicPage.theme')}>
            {THEMES.map((each) => (
              <a key={each} href={address({ theme: each })} aria-current={each === theme ? 'true' : undefined}>
                {t(`frame.themes.${each}`)}
              </a>
            ))}
          </nav>
          <nav aria-label={t('publicPage.language')}>
            {Object.entries(LANGUAGE_NAMES).map(([each, name]) => (
              <a
                key={each}
                href={address({ lng: each as Language })}
                lang={each}
                hrefLang={each}
                aria-current={each === lng ? 'true' : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        </footer>
      </body>
    </html>
  );
}

/** Renders the page of an invalid link, without revealing whether it was ever valid. */
export function PublicNotice({ name }: { name: 'gone' | 'fault' }) {
  const t = useTexts();
  return (
    <main id="main" className="screen">
      <h1>{t(`publicPage.${name}.title`)}</h1>
      <p>{t(`publicPage.${name}.text`)}</p>
    </main>
  );
}
