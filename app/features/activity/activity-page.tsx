import { BackTo } from '#app/features/shell/back-to.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Activity } from '#app/services/documents/list-activity.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import { FilledText, Name } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type ActivityProps = { document: { id: string; title: string }; activity: Page<Activity> };

/** Lists recent events of a document and its branch. */
export function ActivityPage({ document, activity }: ActivityProps) {
  const t = useTexts();
  return (
    <main id="main" className="page">
      <PageTitle>{`${t('activity.title')} · ${document.title}`}</PageTitle>
      <BackTo document={document} />
      <h1>{t('activity.title')}</h1>
      <p className="lead">{t('activity.lead')}</p>
      {activity.items.length === 0 ? <p className="empty">{t('activity.none')}</p> : null}
      <ul className="hits plain">
        {activity.items.map((act) => (
          <Act key={`${act.kind} ${act.docId} ${act.at} ${act.threadId} ${act.sharedWith} ${act.name}`} act={act} />
        ))}
      </ul>
      <Pager {...activity} />
    </main>
  );
}

function Act({ act: { kind, docId, title, name, count, threadId, sharedWith, at } }: { act: Activity }) {
  const t = useTexts();
  const rest = kind === 'wrote' ? '/history' : threadId ? `#thread-${threadId}` : '';
  return (
    <li>
      <a href={`/doc/${docId}${rest}`}>
        <Name text={title} />
      </a>
      <p className="quiet-text">
        <FilledText values={{ name: name ?? t('activity.someone'), with: sharedWith ?? '' }}>
          {(signs) => t(`activity.kinds.${kind}`, { ...signs, count })}
        </FilledText>{' '}
        · <TimeAgo at={at} />
      </p>
    </li>
  );
}
