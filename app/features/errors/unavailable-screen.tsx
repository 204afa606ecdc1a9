import type { ReactNode } from 'react';
import { TryAgain } from '#app/features/errors/try-again.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Unavailable } from '#app/schemas/problem.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';

type UnavailableScreenProps = Pick<Unavailable, 'unsentForm' | 'isDiskFull'> & {
  /** A proxy answered in place of the server. */
  isAway: boolean;
  /** Shows text that was typed on the page and not posted. */
  unsent: ReactNode;
};

/** Explains that the server or its database did not respond. A posted form can be sent again. */
export function UnavailableScreen({ unsentForm, isDiskFull, isAway, unsent }: UnavailableScreenProps) {
  const t = useTexts();
  const installation = useInstallationName();
  return (
    <main id="main" className="screen">
      <title>{`${t('screens.unavailable.title')} · ${installation}`}</title>
      <h1>{t('screens.unavailable.title')}</h1>
      {isDiskFull ? <p>{t('reasons.diskFull')}</p> : null}
      <p>{t(`screens.unavailable.${isAway ? 'away' : unsentForm ? 'unsent' : 'text'}`)}</p>
      {unsent}
      {unsentForm ? <SendAgain {...unsentForm} /> : <TryAgain />}
    </main>
  );
}

function SendAgain({ path, fields }: NonNullable<Unavailable['unsentForm']>) {
  const t = useTexts();
  return (
    <form method="post" action={path}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button main" type="submit">
        {t('screens.unavailable.sendAgain')}
      </button>
    </form>
  );
}
