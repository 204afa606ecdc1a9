import { createInstance } from 'i18next';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { reportFault, startFaultReports } from '#app/client/fault-reports.ts';
import { loadTexts } from '#app/client/load-texts.ts';
import { setPageTexts } from '#app/client/page-texts.ts';
import { followSystemTheme, keepPreferences } from '#app/client/preferences.ts';
import { rememberTyped } from '#app/components/typed-early.ts';
import { takeUserInfo } from '#app/components/user-info.ts';

const lng = document.documentElement.lang;

takeUserInfo();
void startFaultReports();
rememberTyped();
followSystemTheme();

if (!keepPreferences(lng)) {
  try {
    await hydrate(await loadTexts(lng));
  } catch (error) {
    // The page stays what the server made of it: every form of it works without a script.
    console.error('The page is not hydrated:', error);
    void reportFault(error);
  }
}

async function hydrate(texts: Record<string, unknown>): Promise<void> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({
    lng,
    fallbackLng: lng,
    resources: { [lng]: { translation: texts } },
    interpolation: { escapeValue: false },
  });
  setPageTexts(i18n);
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18n}>
        <StrictMode>
          <HydratedRouter onError={(error, { errorInfo }) => void reportFault(error, errorInfo?.componentStack)} />
        </StrictMode>
      </I18nextProvider>,
    );
  });
}
