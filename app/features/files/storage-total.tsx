import { useTexts } from '#app/i18n/use-texts.ts';
import type { StorageUse } from '#app/services/files/storage-use.ts';
import { sizeText } from '#app/ui/size-text.ts';

/** Shows the used storage, and its limit if there is one. */
export function StorageTotal({ used, limit }: StorageUse) {
  const t = useTexts();
  if (limit === null) return <p className="quiet-text">{t('storage.used', { used: sizeText(t, used) })}</p>;
  return (
    <p className="quiet-text">
      {t('storage.usedOf', { used: sizeText(t, used), limit: sizeText(t, limit) })}{' '}
      <meter min={0} max={limit} value={used} aria-label={t('storage.title')} />
    </p>
  );
}
