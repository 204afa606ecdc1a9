import { useFocusMode } from '#app/features/document/use-focus-mode.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

export function LeaveFocus() {
  const t = useTexts();
  return (
    <a className="button small leave-focus" href={useFocusMode().away} data-keeps-scroll="">
      {t('reading.leaveFocus')}
    </a>
  );
}
