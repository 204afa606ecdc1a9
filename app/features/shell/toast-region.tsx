import { useEffect, useMemo, useRef, useState } from 'react';
import { type ToastData, useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { ToastList } from '#app/ui/toast-list.tsx';
import { addToast, type Toast, useToasts } from '#app/ui/toasts.ts';
import { useHotkeyFocus } from '#app/ui/use-hotkey-focus.ts';
import { useOnlineSubmit } from '#app/ui/use-online-submit.ts';

/**
 * Shows the result of the last action once on the next page, with undo if possible. After hydration it is one of the
 * page's toasts: it auto-dismisses and a new one replaces it. F8 focuses it.
 */
export function ToastRegion() {
  const t = useTexts();
  const region = useRef<HTMLElement>(null);
  const { painted, isLive } = useServerToast();
  const toasts = useToasts();
  useHotkeyFocus('F8', region);
  return (
    <section ref={region} className="toast-region" aria-label={t('toast.region')} tabIndex={-1}>
      <div role="status">
        <ToastList toasts={painted && !isLive ? [painted] : toasts} isLive={isLive} />
      </div>
    </section>
  );
}

const ids = new WeakMap<ToastData, string>();
let lastId = 0;

/** Returns an id that a toast of the server keeps in the page's store. */
function idOf(toast: ToastData): string {
  const known = ids.get(toast);
  if (known) return known;
  lastId += 1;
  const id = `server-${lastId}`;
  ids.set(toast, id);
  return id;
}

/** Moves each toast of the server into the page's store, once. `isLive` is true once it is there. */
function useServerToast(): { painted: Toast | null; isLive: boolean } {
  const t = useTexts();
  const submit = useOnlineSubmit();
  const data = useRootData()?.toast ?? null;
  const csrf = useRootData()?.csrf ?? '';
  const taken = useRef<ToastData | null>(null);
  const [live, setLive] = useState<ToastData | null>(null);
  const painted = useMemo((): Toast | null => {
    if (!data) return null;
    const { key, values = {}, undo, variant = 'default' } = data;
    const title = t(`toast.${key}` as 'toast.saved', values);
    if (!undo) return { id: idOf(data), open: true, title, variant };
    const fields = { ...undo.fields, csrf, intent: undo.intent };
    const run = () => void submit(fields, { method: 'post', action: undo.action });
    return { id: idOf(data), open: true, title, variant, action: { label: t('toast.undo'), form: undo, run } };
  }, [data, t, submit, csrf]);
  useEffect(() => {
    if (!data || !painted || taken.current === data) return;
    taken.current = data;
    addToast(painted, painted.id);
    setLive(data);
  }, [data, painted]);
  return { painted, isLive: live === data };
}
