import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Dialog } from '#app/ui/dialog.tsx';

type ConfirmedSubmitProps = Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'ref'> & {
  /** Question to confirm in a dialog; null submits at once. Not asked without JavaScript. */
  question: string | null;
  /** Label of the button, also in the dialog. */
  label: string;
};

/**
 * Renders a submit button with a confirmation dialog. State the consequences beside it too, for use without JavaScript.
 */
export function ConfirmedSubmit({ question, label, children, ...rest }: ConfirmedSubmitProps) {
  const t = useTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  // The browser focuses the first button, which destroys.
  useEffect(() => {
    if (isAsking) cancel.current?.focus();
  }, [isAsking]);
  const send = () => button.current?.form?.requestSubmit(button.current);
  return (
    <>
      <button
        {...rest}
        ref={button}
        type="submit"
        onClick={(event) => {
          if (question === null) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        {children ?? label}
      </button>
      {isAsking ? (
        <Dialog label={label} question={id} className="sheet question" onClose={() => setAsking(false)}>
          {(close) => (
            <>
              <p id={id}>{question}</p>
              <div className="screen-actions">
                <button
                  className="button danger"
                  type="button"
                  onClick={() => {
                    close();
                    send();
                  }}
                >
                  {label}
                </button>
                <button ref={cancel} className="button quiet" type="button" onClick={close}>
                  {t('form.cancel')}
                </button>
              </div>
            </>
          )}
        </Dialog>
      ) : null}
    </>
  );
}
