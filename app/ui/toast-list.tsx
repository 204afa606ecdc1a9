import { useEffect, useRef } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { dismissToast, type Toast, type ToastAction } from '#app/ui/toasts.ts';
import { useCountdown } from '#app/ui/use-countdown.ts';
import { useSwipe } from '#app/ui/use-swipe.ts';

/** Display time of a toast (specification §9). */
const SHOWN_MS = 5000;

/**
 * Renders toasts, those of the server before hydration too: a press on a button that hydration replaced would be lost.
 * Dismissed ones stay only in the store.
 */
export function ToastList({ toasts, isLive }: { toasts: readonly Toast[]; isLive: boolean }) {
  return toasts.filter(({ open }) => open).map((toast) => <ToastCard key={toast.id} {...{ toast, isLive }} />);
}

/**
 * Renders a toast that auto-dismisses; the timer pauses on hover and while its region has focus. A swipe to the right,
 * Escape, its button or its action also close it.
 */
function ToastCard({ toast, isLive }: { toast: Toast; isLive: boolean }) {
  const t = useTexts();
  const { id, title, description, action, variant = 'default' } = toast;
  const element = useRef<HTMLDivElement>(null);
  const dismiss = () => {
    // Focus inside it would be lost.
    if (element.current?.contains(document.activeElement)) element.current.closest('section')?.focus();
    dismissToast(id);
  };
  const { pause, resume, restart } = useCountdown(SHOWN_MS, dismiss);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is read from the beginning
  useEffect(restart, [title, description]);
  useEffect(() => {
    // F8 focuses the region around it.
    const region = element.current?.closest('section');
    const onFocus = () => pause('focus');
    const onBlur = () => resume('focus');
    region?.addEventListener('focusin', onFocus);
    region?.addEventListener('focusout', onBlur);
    return () => {
      region?.removeEventListener('focusin', onFocus);
      region?.removeEventListener('focusout', onBlur);
    };
  }, [pause, resume]);
  useSwipe(element, dismiss);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing is a courtesy to readers, not a control
    <div
      ref={element}
      className={`toast ${isLive ? 'live ' : ''}${variant}`}
      data-toast={isLive ? id : undefined}
      onMouseEnter={() => pause('pointer')}
      onMouseLeave={() => resume('pointer')}
      onKeyDown={({ key }) => key === 'Escape' && dismiss()}
    >
      <span>
        {title}
        {description ? <small>{description}</small> : null}
      </span>
      {action ? <ActionButton action={action} dismiss={dismiss} /> : null}
      {isLive ? (
        <button type="button" className="toast-close" aria-label={t('toast.close')} onClick={dismiss}>
          ×
        </button>
      ) : null}
    </div>
  );
}

/** An action that the server offers is a form, which works before hydration. */
function ActionButton({ action: { label, form, run }, dismiss }: { action: ToastAction; dismiss: () => void }) {
  const act = () => {
    dismiss();
    run();
  };
  if (!form)
    return (
      <button type="button" onClick={act}>
        {label}
      </button>
    );
  return (
    <form
      method="post"
      action={form.action}
      onSubmit={(event) => {
        event.preventDefault();
        act();
      }}
    >
      <CsrfField />
      {Object.entries(form.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" name="intent" value={form.intent}>
        {label}
      </button>
    </form>
  );
}
