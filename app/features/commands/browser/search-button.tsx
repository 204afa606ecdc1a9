import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Icon } from '#app/ui/icon.tsx';
import { keyNames } from '#app/ui/key-names.ts';

/**
 * Opens the palette from the header, in place of the search field there. A field in use stays until it is left empty.
 */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts();
  const place = useSearchPlace();
  if (!place) return null;
  return createPortal(
    <button id="palette-button" type="button" className="quick" aria-haspopup="dialog" onClick={onOpen}>
      <Icon name="search" />
      <span className="quick-text">{t('search.label')}</span>
      <kbd>{keyNames('Ctrl K')}</kbd>
    </button>,
    place,
  );
}

/**
 * Returns the header's search element while its field is not in use. The stylesheet hides the field beside a button.
 */
function useSearchPlace(): HTMLElement | null {
  const { pathname } = useLocation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const find = useCallback(() => {
    const search = document.querySelector<HTMLElement>('.bar search');
    const field = search?.querySelector('input');
    setPlace(field && field !== document.activeElement && field.value === '' ? search : null);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search page has no field in the header
  useLayoutEffect(find, [find, pathname]);
  useEffect(() => {
    // Focus is on the next element only after the event.
    const onLeave = () => setTimeout(find);
    document.addEventListener('focusout', onLeave);
    return () => document.removeEventListener('focusout', onLeave);
  }, [find]);
  return place;
}
