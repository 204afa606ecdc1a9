import { BackTo } from '#app/features/shell/back-to.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { addressAt } from '#app/schemas/comment-address.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { Activity } from '#app/services/documents/list-activity.ts';
import { Empty } from '#app/ui/empty.tsx';
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
      {activity.items.length === 0 ? <Empty icon="clock">{t('activity.none')}</Empty> : null}
      <ul className="hits plain activity">
        {runsOf(activity.items).map((acts) => (
          <li key={keyOf(acts[0]!)}>
            <a href={`/doc/${acts[0]!.docId}`}>
              <Name text={acts[0]!.title} />
            </a>
            {acts.map((act) => (
              <Act key={keyOf(act)} act={act} />
            ))}
          </li>
        ))}
      </ul>
      <Pager {...activity} />
    </main>
  );
}

const keyOf = ({ kind, docId, at, threadId, sharedWith, name }: Activity): string =>
  [kind, docId, at, threadId, sharedWith, name].join(' ');

/** Groups neighbouring acts on the same document. */
function runsOf(acts: Activity[]): Activity[][] {
  const runs: Activity[][] = [];
  for (const act of acts) {
    const last = runs.at(-1);
    if (last?.[0]?.docId === act.docId) last.push(act);
    else runs.push([act]);
  }
  return runs;
}

function Act({ act: { kind, docId, name, count, threadId, sharedWith, at } }: { act: Activity }) {
  const t = useTexts();
  const place = kind === 'wrote' ? '/history' : threadId ? addressAt(threadId, `thread-${threadId}`) : null;
  const words = (
    <FilledText values={{ name: name ?? t('activity.someone'), with: sharedWith ?? '' }}>
      {(placeholders) => t(`activity.kinds.${kind}`, { ...placeholders, count })}
    </FilledText>
  );
  return (
    <p className="quiet-text">
      {place ? <a href={`/doc/${docId}${place}`}>{words}</a> : words} · <TimeAgo at={at} />
    </p>
  );
}
