import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ActEntry } from '#app/services/audit/list-acts.ts';

/** Lists recent administrative acts with actor and time. Collapsed by default. */
export function AuditTrail({ acts }: { acts: ActEntry[] }) {
  const t = useTexts();
  if (acts.length === 0) return null;
  return (
    <details className="settings-section trail">
      <summary>{t('admin.users.trail.title')}</summary>
      <ul className="people">
        {acts.map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </ul>
    </details>
  );
}

function Act({ act: { action, via, actor, subject, group, createdAt } }: { act: ActEntry }) {
  const t = useTexts();
  const name = action.replace('.', '_') as 'user_suspend';
  return (
    <li>
      <span>
        {t(`admin.users.trail.acts.${name}`, { subject: subject ?? t('admin.users.trail.gone'), group: group ?? '' })}
      </span>
      <span className="quiet-text">
        {actor ? t('admin.users.trail.by', { name: actor }) : t(`admin.users.trail.${via}`)} ·{' '}
        <TimeAgo at={createdAt} />
      </span>
    </li>
  );
}
