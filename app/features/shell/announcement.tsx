import { useLocation } from 'react-router';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

/** Shows the operator's announcement above the page, until it is dismissed for this browser session. */
export function Announcement() {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const root = useRootData();
  if (!root?.announcement || !(root.user || pathname === '/login')) return null;
  return (
    <aside className="announcement" aria-label={t('frame.announcement')}>
      <p>{root.announcement.text}</p>
      <form method="post" action="/preferences">
        <CsrfField />
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <input type="hidden" name="announcement" value={root.announcement.id} />
        <button className="button quiet" type="submit" name="intent" value="announcement-dismiss">
          {t('frame.dismissAnnouncement')}
        </button>
      </form>
    </aside>
  );
}
