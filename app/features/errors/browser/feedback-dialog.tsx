import { type FormEvent, useState } from 'react';
import { sendNote } from '#app/browser/fault-reports.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

/** Asks the user what they did before the fault and sends it to the reporting service. */
export function FeedbackDialog() {
  const t = useTexts();
  const [state, setState] = useState<'open' | 'sent' | 'failed' | 'closed'>('open');
  if (state === 'closed') return null;
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const message = String(fields.get('message')).trim();
    try {
      await sendNote({ message, email: String(fields.get('email')).trim() });
      setState('sent');
    } catch (error) {
      console.warn('The note was not sent:', error);
      setState('failed');
    }
  };
  return (
    <dialog open className="feedback" aria-labelledby="feedback-title">
      <h2 id="feedback-title">{t('feedback.title')}</h2>
      {state === 'sent' ? (
        <p role="status">{t('feedback.sent')}</p>
      ) : (
        <form onSubmit={onSubmit}>
          {state === 'failed' ? <p role="alert">{t('feedback.failed')}</p> : null}
          <div className="field">
            <label htmlFor="feedback-message">{t('feedback.message')}</label>
            <textarea id="feedback-message" name="message" rows={4} maxLength={2000} required />
          </div>
          <div className="field">
            <label htmlFor="feedback-email">{t('feedback.email')}</label>
            <input id="feedback-email" name="email" type="email" autoComplete="email" maxLength={254} />
          </div>
          <p className="hint">{t('feedback.hint')}</p>
          <button className="button main" type="submit">
            {t('feedback.send')}
          </button>
        </form>
      )}
      <button className="button quiet" type="button" onClick={() => setState('closed')}>
        {t('feedback.close')}
      </button>
    </dialog>
  );
}
