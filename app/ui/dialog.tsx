import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  label: string;
  className: string;
  /** Called when it closes: by its button, Escape, a press outside or the `close` function passed to `children`. */
  onClose: () => void;
  children: (close: () => void) => ReactNode;
};

/** Renders a native modal dialog: the page behind is inert, Escape closes it, and focus returns. */
export function Dialog({ label, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
  }, []);
  useClose(dialog, onClose);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key, and the browser's own
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      {children(close)}
    </dialog>
  );
}

function useClose(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  useEffect(() => {
    const element = dialog.current!;
    element.addEventListener('close', onClose);
    return () => element.removeEventListener('close', onClose);
  }, [dialog, onClose]);
}
