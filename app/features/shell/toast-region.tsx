import { useEffect, useRef, useState } from 'react';
import { useSubmit } from 'react-router';
import { type ToastData, useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { ToastList } from '#app/ui/toast-list.tsx';
import { addToast } from '#app/ui/toasts.ts';
import { useHotkeyFocus } from '#app/ui/use-hotkey-focus.ts';

/**
 * Shows the result of the last action once on the next page, with undo if possible. After hydration it becomes one of
 * the page's toasts: it auto-dismisses and a new one replaces it. F8 focuses it.
 */
export function ToastRegion() {
  const t = useTexts();
  const toast = useRootData()?.toast ?? null;
  const region = useRef<HTMLElement>(null);
  const isLive = useLiveToast(toast);
  useHotkeyFocus('F8', region);
  return (
    <section ref={region} className="toast-region" aria-label={t('toast.region')} tabIndex={-1}>
      <div role="status">
        {toast && !isLive ? <PaintedToast toast={toast} /> : null}
        <ToastList />
      </div>
    </section>
  );
}

/** The server-rendered toast; its undo is a form. */
function PaintedToast({ toast }: { toast: ToastData }) {
  const t = useTexts();
  return (
    <div className={`toast ${toast.variant ?? 'default'}`}>
      <span>{textOf(t, toast)}</span>
      {toast.undo ? (
        <form method="post" action={toast.undo.action}>
          <CsrfField />
          {Object.entries(toast.undo.fields ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" name="intent" value={toast.undo.intent}>
            {t('toast.undo')}
          </button>
        </form>
      ) : null}
    </div>
  );
}

const textOf = (t: ReturnType<typeof useTexts>, { key, values = {} }: ToastData) =>
  t(`toast.${key}` as 'toast.saved', values);

/** Moves each server toast into the page's store, once. Returns true once it is there. */
function useLiveToast(toast: ToastData | null): boolean {
  const t = useTexts();
  const submit = useSubmit();
  const csrf = useRootData()?.csrf ?? '';
  const taken = useRef<ToastData | null>(null);
  const [live, setLive] = useState<ToastData | null>(null);
  useEffect(() => {
    if (!toast || taken.current === toast) return;
    taken.current = toast;
    const { undo, variant = 'default' } = toast;
    const fields = { ...undo?.fields, csrf, intent: undo?.intent ?? '' };
    const run = () => void submit(fields, { method: 'post', action: undo?.action ?? '' });
    addToast({ title: textOf(t, toast), variant, ...(undo ? { action: { label: t('toast.undo'), run } } : {}) });
    setLive(toast);
  }, [toast, t, submit, csrf]);
  return live === toast;
}
