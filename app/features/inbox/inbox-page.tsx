import { Pager } from '#app/features/shell/list-page.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { NotificationEntry, Watched } from '#app/services/notifications/list-notifications.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { Empty } from '#app/ui/empty.tsx';
import { FilledText } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

const FILTERS = ['unread', 'all'] as const;
/** `refusedAddress` is the person's address if the mail server refuses it. */
type InboxProps = { filter: (typeof FILTERS)[number]; listed: Page<NotificationEntry>; refusedAddress: string | null };

/** Lists a person's notifications, latest first. */
export function InboxPage({ filter, listed, refusedAddress }: InboxProps) {
  const t = useTexts();
  const action = `?filter=${filter}&page=${listed.page}`;
  return (
    <main id="main" className="page">
      <PageTitle>{t('inbox.title')}</PageTitle>
      <div className="page-head">
        <h1>{t('inbox.title')}</h1>
        {listed.total > 0 ? (
          <ActionForm
            intent="read-all"
            fields={{}}
            action={action}
            label={t('inbox.readAll')}
            name={t('inbox.readAll')}
          />
        ) : null}
      </div>
      <nav className="inbox-filters" aria-label={t('inbox.filter')}>
        {FILTERS.map((each) => (
          <a
            key={each}
            className="button quiet"
            href={`/inbox?filter=${each}`}
            aria-current={each === filter ? 'page' : undefined}
          >
            {t(`inbox.filters.${each}`)}
          </a>
        ))}
      </nav>
      {refusedAddress === null ? null : (
        <p className="note amber">
          <span>{t('inbox.refused', { email: refusedAddress })}</span>
          <a href="/settings#mail-refused">{t('inbox.refusedMore')}</a>
        </p>
      )}
      {listed.total === 0 ? <Empty icon="inbox">{t('inbox.empty')}</Empty> : null}
      <ul className="documents inbox">
        {listed.items.map((entry) => (
          <Line key={entry.id} entry={entry} action={action} />
        ))}
      </ul>
      <Pager {...listed} query={{ filter }} />
    </main>
  );
}

function Line({ entry, action }: { entry: NotificationEntry; action: string }) {
  const t = useTexts();
  const { id, kind, isOwner, docId, title, actor, count, createdAt, isRead, watched } = entry;
  const name = actor ? (actor.displayName ?? actor.email) : t('comments.deletedUser');
  const act = kind === 'share' && isOwner ? 'hand-over' : kind;
  const text = t(`inbox.kinds.${act}`, { name, title });
  return (
    <li className={isRead ? 'read' : 'unread'}>
      <a className="document-row" href={`/inbox?follow=${id}`}>
        <span className="name">
          <FilledText values={{ name, title }}>{(placeholders) => t(`inbox.kinds.${act}`, placeholders)}</FilledText>
        </span>
        {count > 1 ? <span className="chip">{t('inbox.times', { count })}</span> : null}
        <span className="tail">
          <TimeAgo at={createdAt} />
        </span>
      </a>
      <div className="inbox-acts">
        {isRead ? null : (
          <ActionForm
            intent="read"
            fields={{ id }}
            action={action}
            label={t('inbox.read')}
            name={t('inbox.readOf', { text })}
          />
        )}
        {watched ? <StopWatching docId={docId} title={title} watched={watched} action={action} /> : null}
      </div>
    </li>
  );
}

type StopProps = { docId: string; title: string; watched: Watched; action: string };

/** Buttons to stop watching what caused a notification: the document, or the watched branch above it. */
function StopWatching({ docId, title, watched: { isBranch, above }, action }: StopProps) {
  const t = useTexts();
  const own = isBranch ? 'inbox.unwatchBranch' : 'comments.unwatch';
  const stop = (id: string, label: string, name: string) => (
    <ActionForm intent="unwatch" fields={{ docId: id }} action={action} label={label} name={name} />
  );
  return (
    <>
      {stop(docId, t(own), t(isBranch ? 'inbox.unwatchBranchOf' : 'inbox.unwatchOf', { title }))}
      {above ? stop(above.id, t('inbox.unwatchBranch'), t('inbox.unwatchBranchOf', { title: above.title })) : null}
    </>
  );
}
