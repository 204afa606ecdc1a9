import { useTexts } from '#app/i18n/use-texts.ts';
import type { NotificationKind } from '#app/schemas/mail-choices.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';

type CardProps = {
  kinds: NotificationKind[];
  /** Declines invitations to this address in place of kinds. */
  address: string | null;
  done: { hasAccount: boolean } | undefined;
};

/** Asks for confirmation to stop some mails, and confirms it afterwards. */
export function UnsubscribeCard({ kinds, address, done }: CardProps) {
  const t = useTexts();
  const installation = useInstallationName();
  const doneText = done?.hasAccount ? 'unsubscribe.doneText' : 'unsubscribe.invitations.doneText';
  return (
    <section className="card stack">
      <title>{`${t('unsubscribe.title')} · ${installation}`}</title>
      <h1>{t(done ? 'unsubscribe.done' : 'unsubscribe.title')}</h1>
      <p>{t(done ? doneText : 'unsubscribe.text')}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{t(`settings.notifications.kinds.${kind}`)}</li>
        ))}
        {address === null ? null : <li>{t('unsubscribe.invitations.kind', { email: address })}</li>}
      </ul>
      {done ? (
        <p>
          {done.hasAccount ? (
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
