import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  label: string;
  /** Id of the question of an alert dialog, which is read with its label. */
  question?: string;
  className: string;
  /**
   * Called when it closes: by its button, Escape, a press outside or the `close` function passed to `children`. May be
   * called twice.
   */
  onClose: () => void;
  children: (close: () => void) => ReactNode;
};

/** Renders a native modal dialog: the page behind is inert, Escape closes it, and focus returns. */
export function Dialog({ label, question, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
  }, []);
  // Without waiting for the `close` event, which comes later: a key in between could not open the dialog again.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key, and the browser's own
    <dialog
      ref={dialog}
      className={className}
      role={question ? 'alertdialog' : undefined}
      aria-label={label}
      aria-describedby={question}
      onCancel={close}
      onClose={onClose}
      onPointerDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        // A selection that begins in a field may end outside.
        if (isPressedOutside.current && isOutside(event)) close();
      }}
    >
      {children(close)}
    </dialog>
  );
}

/** Tests whether a press hit the backdrop. It has the dialog as its target, as have gaps between the dialog's children. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}
