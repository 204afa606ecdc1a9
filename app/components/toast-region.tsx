import { useRootData } from '#app/components/root-data.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

/** What the last action did, said once by the page after it, with a way back where there is one. */
export function ToastRegion() {
  const t = useTexts();
  const toast = useRootData()?.toast;
  return (
    <div className="toast-region" role="status">
      {toast ? (
        <div className={`toast ${toast.variant ?? 'default'}`}>
          <span>{t(`toast.${toast.key}` as 'toast.saved', toast.values ?? {})}</span>
          {toast.undo ? (
            <form method="post" action={toast.undo.action}>
              <CsrfField />
              <button type="submit" name="intent" value={toast.undo.intent}>
                {t('toast.undo')}
              </button>
            </form>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
