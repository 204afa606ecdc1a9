import { ShownOncePanel } from '#app/features/settings/shown-once-panel.tsx';
import { FactorChoice } from '#app/features/settings/two-factor-section.tsx';
import type { ShownOnce } from '#app/http/session/shown-once.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { SecondFactors } from '#app/services/sign-in/get-second-factors.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type FactorSetUpProps = {
  factors: SecondFactors;
  hasPassword: boolean;
  /** New recovery codes; null before the set-up. */
  shownOnce: ShownOnce | null;
  /** Page to continue to. */
  wanted: string;
};

/** Sets up the second factor that the installation demands, then shows the recovery codes. */
export function FactorSetUp({ factors, hasPassword, shownOnce, wanted }: FactorSetUpProps) {
  const t = useTexts();
  const title = t('auth.demandedFactor.title');
  if (shownOnce) {
    return (
      <div className="card stack">
        <PageTitle>{title}</PageTitle>
        <ShownOncePanel secret={shownOnce} />
        <a className="button main" href={wanted}>
          {t('auth.demandedFactor.onward')}
        </a>
      </div>
    );
  }
  return (
    <div className="card stack">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p className="quiet-text">{t('auth.demandedFactor.text')}</p>
      <FactorChoice
        factors={factors}
        hasPassword={hasPassword}
        action={`/second-factor?${new URLSearchParams({ redirectTo: wanted })}`}
      />
      <form className="card-footer" action="/logout" method="post">
        <CsrfField />
        <button className="link" type="submit">
          {t('auth.signOut')}
        </button>
      </form>
    </div>
  );
}
