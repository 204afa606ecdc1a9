import { useLocation } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';

/** Reloads the page in full without posting again; a form, so that it works without JavaScript. */
export function TryAgain() {
  const t = useTexts();
  const { pathname, search } = useLocation();
  return (
    <form method="get" action={pathname}>
      {[...new URLSearchParams(search)].map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the order never changes
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button className="button main" type="submit">
        {t('screens.fault.retry')}
      </button>
    </form>
  );
}
