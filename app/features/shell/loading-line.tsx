import { useEffect, useLayoutEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { noteOpening } from '#app/address/opening-path.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

/** Navigations that end earlier show nothing. */
const AFTER_MS = 300;

/** Shows a thin line below the header while the next page takes long to load. */
export function LoadingLine() {
  const t = useTexts();
  const { state, location } = useNavigation();
  const isLoading = state === 'loading';
  const path = isLoading ? location?.pathname : undefined;
  useLayoutEffect(() => noteOpening(path ?? null), [path]);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const main = document.getElementById('main');
    const timer = setTimeout(() => {
      setShown(true);
      main?.setAttribute('aria-busy', 'true');
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
      main?.removeAttribute('aria-busy');
    };
  }, [isLoading]);
  return isShown ? <div className="loading-line" role="progressbar" aria-label={t('frame.loading')} /> : null;
}
