import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { deviceName } from '#app/schemas/device-name.ts';
import type { SessionEntry } from '#app/services/sessions/list-sessions.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

/** Lists an account's sessions, each with a button to end it. */
export function SessionList({ sessions, currentId }: { sessions: SessionEntry[]; currentId: string }) {
  const t = useTexts();
  return (
    <section id="sessions" className="settings-section" tabIndex={-1}>
      <h2>{t('settings.sessions.title')}</h2>
      <ul className="people">
        {sessions.map((session) => (
          <li key={session.id}>
            <div className="who">
              <strong>{deviceName(session.userAgent) ?? t('settings.sessions.unknown')}</strong>
              <span>
                {t('settings.sessions.firstSeen')} <TimeAgo at={session.createdAt} /> ·{' '}
                {t('settings.sessions.lastSeen')} <TimeAgo at={session.lastSeenAt} />
              </span>
              {session.id === currentId ? <span className="chip leaf">{t('settings.sessions.current')}</span> : null}
            </div>
            {session.id === currentId ? null : (
              <form method="post" action="/settings">
                <CsrfField />
                <input type="hidden" name="sessionId" value={session.id} />
                <button className="button quiet danger" type="submit" name="intent" value="session-revoke">
                  {t('auth.signOut')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form method="post" action="/settings">
        <CsrfField />
        <button className="button" type="submit" name="intent" value="sessions-revoke-others">
          {t('settings.sessions.revokeOthers')}
        </button>
      </form>
    </section>
  );
}
