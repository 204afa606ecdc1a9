import { useTexts } from '#app/i18n/use-texts.ts';

const SIZES = { small: 'w-4', medium: 'w-6', large: 'w-8' };

export function Spinner({
  size = 'medium',
  isFullScreen = false,
}: {
  size?: keyof typeof SIZES;
  isFullScreen?: boolean;
}) {
  const t = useTexts();
  const spinner = <span className={`spinner ${SIZES[size]}`} role="status" aria-label={t('frame.loading')} />;
  return isFullScreen ? <div className="fixed inset-0 grid place-items-center">{spinner}</div> : spinner;
}
