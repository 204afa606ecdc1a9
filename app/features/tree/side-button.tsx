import { useLocation, useRouteLoaderData } from 'react-router';
import { useSideLook } from '#app/features/tree/side-look.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Icon } from '#app/ui/icon.tsx';

/** Folds and unfolds the sidebar of a wide page: a form, answered in place once the code of its edge has loaded. */
export function SideButton() {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const { isFolded } = useSideLook();
  if (!useRouteLoaderData('routes/main/frame')) return null;
  return (
    <form className="side-form" method="post" action="/preferences">
      <CsrfField />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <button
        className="button quiet"
        type="submit"
        name="side"
        value={isFolded ? 'open' : 'folded'}
        aria-controls="side"
        aria-expanded={!isFolded}
        aria-label={t('frame.side')}
        title={t(isFolded ? 'frame.unfoldSide' : 'frame.foldSide')}
      >
        <Icon name="side" />
      </button>
    </form>
  );
}
