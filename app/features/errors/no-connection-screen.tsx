import { type ReactNode, useEffect, useRef } from 'react';
import { TryAgain } from '#app/features/errors/try-again.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';

/**
 * Explains that the page could not be fetched, and loads it once the browser is online again, unless it shows text that
 * is in memory only.
 */
export function NoConnectionScreen({ unsent }: { unsent: ReactNode }) {
  const t = useTexts();
  const installation = useInstallationName();
  const kept = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const reload = () => {
      if (kept.current?.childElementCount === 0) location.reload();
    };
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <main id="main" className="screen">
      <title>{`${t('screens.noConnection.title')} · ${installation}`}</title>
      <h1>{t('screens.noConnection.title')}</h1>
      <p>{t('screens.noConnection.text')}</p>
      <div ref={kept}>{unsent}</div>
      <TryAgain />
    </main>
  );
}
