import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { basePath } from '#app/address/base-path.ts';
import { reportFault, startFaultReports } from '#app/browser/fault-reports.ts';
import { fetchForeignPictures } from '#app/browser/foreign-pictures.ts';
import { followSystemTheme, keepPreferences } from '#app/browser/preferences.ts';
import { rememberTyped } from '#app/features/shell/typed-before-hydration.ts';
import { takeUserInfo } from '#app/features/shell/user-info.ts';
import { browserTexts } from '#app/i18n/browser/browser-texts.ts';
import { loadTexts } from '#app/i18n/browser/load-texts.ts';
import { setPageTexts } from '#app/i18n/browser/page-texts.ts';
import { TextsProvider } from '#app/i18n/use-texts.ts';

const lng = document.documentElement.lang;

takeUserInfo();
void startFaultReports();
fetchForeignPictures();
rememberTyped();
followSystemTheme();

if (!keepPreferences(lng)) {
  try {
    await hydrate(await loadTexts(lng));
  } catch (error) {
    // Keep the server-rendered page, whose forms work without scripts.
    console.error('The page is not hydrated:', error);
    void reportFault(error);
  }
}

async function hydrate(texts: Record<string, unknown>): Promise<void> {
  // Needed only below a path; most installations are at the root of their host.
  if (basePath() !== '') (await import('#app/address/apply-base-path.ts')).applyBasePath();
  const missing = import.meta.env.DEV ? await import('#app/i18n/browser/missing-keys.ts') : null;
  const reports = import.meta.env.DEV ? await import('#app/browser/missing-key-reports.ts') : null;
  const fallback = reports ? await missing?.developmentFallback(lng, texts, reports.reportMissingKey) : undefined;
  const t = browserTexts(lng, texts, fallback);
  setPageTexts(t);
  // The page is about to be loaded anew (`ReloadOnEarlyBack`); the router would start at another address than the page's.
  if (document.documentElement.dataset.scripts === 'leaving') return;
  startTransition(() => {
    hydrateRoot(
      document,
      <TextsProvider value={{ language: lng, t }}>
        <StrictMode>
          <HydratedRouter onError={(error, { errorInfo }) => void reportFault(error, errorInfo?.componentStack)} />
        </StrictMode>
      </TextsProvider>,
    );
  });
}
