import { useFocusMode } from '#app/components/use-focus-mode.ts';
import { useTexts } from '#app/ui/use-texts.ts';

export function LeaveFocus() {
  const t = useTexts();
  return (
    <a className="button small leave-focus" href={useFocusMode().away} data-keeps-scroll="">
      {t('reading.leaveFocus')}
    </a>
  );
}
