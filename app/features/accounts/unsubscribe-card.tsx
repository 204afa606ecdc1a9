import { useTexts } from '#app/i18n/use-texts.ts';
import type { NotificationKind } from '#app/schemas/mail-choices.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';

/** Asks for confirmation to stop mails of some kinds, and confirms it afterwards. */
export function UnsubscribeCard({ kinds, isDone }: { kinds: NotificationKind[]; isDone: boolean }) {
  const t = useTexts();
  const installation = useInstallationName();
  return (
    <section className="card stack">
      <title>{`${t('unsubscribe.title')} · ${installation}`}</title>
      <h1>{t(isDone ? 'unsubscribe.done' : 'unsubscribe.title')}</h1>
      <p>{t(isDone ? 'unsubscribe.doneText' : 'unsubscribe.text')}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{t(`settings.notifications.kinds.${kind}`)}</li>
        ))}
      </ul>
      {isDone ? (
        <p>
          <a href="/settings#notifications">{t('unsubscribe.settings')}</a>
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
