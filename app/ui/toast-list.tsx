import { useEffect, useRef } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { dismissToast, type Toast, useToasts } from '#app/ui/toasts.ts';
import { useCountdown } from '#app/ui/use-countdown.ts';
import { useSwipe } from '#app/ui/use-swipe.ts';

/** Display time of a toast (specification §9). */
const SHOWN_MS = 5000;

/** Renders the toasts of the hydrated page. Dismissed ones stay only in the store. */
export function ToastList() {
  return useToasts()
    .filter(({ open }) => open)
    .map((toast) => <LiveToast key={toast.id} toast={toast} />);
}

/**
 * Renders a toast that auto-dismisses; the timer pauses on hover and focus. A swipe to the right, Escape, its button or
 * its action also close it.
 */
function LiveToast({ toast }: { toast: Toast }) {
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
  useSwipe(element, dismiss);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing is a courtesy to readers, not a control
    <div
      ref={element}
      className={`toast live ${variant}`}
      data-toast={id}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
      onKeyDown={({ key }) => key === 'Escape' && dismiss()}
    >
      <span>
        {title}
        {description ? <small>{description}</small> : null}
      </span>
      {action ? (
        <button
          type="button"
          onClick={() => {
            dismiss();
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" className="toast-close" aria-label={t('toast.close')} onClick={dismiss}>
        ×
      </button>
    </div>
  );
}
