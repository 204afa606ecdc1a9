import { useTexts } from '#app/i18n/use-texts.ts';
import type { NotificationKind } from '#app/schemas/mail-choices.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';

/** `address` declines invitations; it has no account, and no kinds. */
type CardProps = { kinds: NotificationKind[]; address: string | null; isDone: boolean };

/** Asks for confirmation to stop some mails, and confirms it afterwards. */
export function UnsubscribeCard({ kinds, address, isDone }: CardProps) {
  const t = useTexts();
  const installation = useInstallationName();
  const doneText = address === null ? 'unsubscribe.doneText' : 'unsubscribe.invitations.doneText';
  return (
    <section className="card stack">
      <title>{`${t('unsubscribe.title')} · ${installation}`}</title>
      <h1>{t(isDone ? 'unsubscribe.done' : 'unsubscribe.title')}</h1>
      <p>{t(isDone ? doneText : 'unsubscribe.text')}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{t(`settings.notifications.kinds.${kind}`)}</li>
        ))}
        {address === null ? null : <li>{t('unsubscribe.invitations.kind', { email: address })}</li>}
      </ul>
      {isDone ? (
        <p>
          {address === null ? (
            <a href="/settings#notifications">{t('unsubscribe.settings')}</a>
          ) : (
            t('unsubscribe.invitations.stillShared')
          )}
        </p>
      ) : (
        <form method="post">
          <button className="button main" type="submit">
            {t('unsubscribe.submit')}
          </button>
        </form>
      )}
    </section>
  );
}
