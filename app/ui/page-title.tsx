import { useTexts } from '#app/i18n/use-texts.ts';
import { useHasProblem } from '#app/ui/form-problem.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';

/** Renders the page's title. After a refused form it begins with that, as screen readers read it first. */
export function PageTitle({ children }: { children: string }) {
  const t = useTexts();
  const installation = useInstallationName();
  const title = `${children} · ${installation}`;
  return <title>{useHasProblem() ? t('form.errorTitle', { title }) : title}</title>;
}
