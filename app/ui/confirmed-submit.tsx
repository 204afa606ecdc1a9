import { type ComponentProps, useRef, useState } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Dialog } from '#app/ui/dialog.tsx';

type ConfirmedSubmitProps = Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'ref'> & {
  /** Asked in a dialog before the form is sent; null sends it at once. Without scripts it is never asked. */
  question: string | null;
  /** The label of the button, in the dialog too. */
  label: string;
};

/** A form's button that asks before it acts. State the consequences beside it as well, for those without scripts. */
export function ConfirmedSubmit({ question, label, children, ...rest }: ConfirmedSubmitProps) {
  const t = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
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
        <Dialog label={label} className="sheet question" onClose={() => setAsking(false)}>
          {(close) => (
            <>
              <p>{question}</p>
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
                <button className="button quiet" type="button" onClick={close}>
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
