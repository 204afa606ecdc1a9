import { useTexts } from '#app/i18n/use-texts.ts';
import { useHasProblem } from '#app/ui/form-problem.ts';

/** Renders the page's title, which says first if a form was refused: a screen reader begins with it. */
export function PageTitle({ children }: { children: string }) {
  const t = useTexts();
  const title = `${children} · Arbor`;
  return <title>{useHasProblem() ? t('form.errorTitle', { title }) : title}</title>;
}
