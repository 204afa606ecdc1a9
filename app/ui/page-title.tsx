import { useTexts } from '#app/i18n/use-texts.ts';
import { useProblemSummary } from '#app/ui/form-problem.ts';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { useInstallationName } from '#app/ui/installation-name.ts';

type PageTitleProps = {
  children: string;
  /** True if the page shows the summary of the last refused post elsewhere. */
  hasSummary?: boolean;
};

/**
 * Renders the page's title, and the summary of a refused form, so that no refused post goes without one. The title then
 * begins with the error, as screen readers read it first.
 */
export function PageTitle({ children, hasSummary = false }: PageTitleProps) {
  const t = useTexts();
  const installation = useInstallationName();
  const problem = useProblemSummary();
  const title = `${children} · ${installation}`;
  return (
    <>
      <title>{problem ? t('form.errorTitle', { title }) : title}</title>
      <FormSummary errors={hasSummary ? undefined : problem} />
    </>
  );
}
