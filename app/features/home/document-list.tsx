import type { ReactNode } from 'react';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { WithPath } from '#app/services/access/with-paths.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Name } from '#app/ui/name.tsx';

/** Path is omitted for top-level documents. */
type Listed = DocumentEntry & Partial<Pick<WithPath<DocumentEntry>, 'path'>>;

/** Lists documents as rows: icon, title and path, notice and time of the last change. */
export function DocumentList({ items, actions }: { items: Listed[]; actions?: (item: DocumentEntry) => ReactNode }) {
  return (
    <ul className="documents">
      {items.map((item) => (
        <li key={item.id}>
          <DocumentRow item={item} />
          {actions?.(item)}
        </li>
      ))}
    </ul>
  );
}

function DocumentRow({ item }: { item: Listed }) {
  const t = useTexts();
  const path = item.path?.map(({ title }) => title).join(' / ');
  const isShared = item.noticeType === 'NEW' || item.permission === 'READ';
  return (
    <a className="document-row" href={`/doc/${item.id}`}>
      <span className="emoji">{item.icon}</span>
      <span className="titled">
        <Name text={item.title} />
        {path ? <Name className="path" text={path} /> : null}
      </span>
      {item.isStarred ? (
        <span role="img" aria-label={t('document.starred')}>
          <Icon name="star" className="starred" />
        </span>
      ) : null}
      {item.noticeType !== 'NONE' ? <span className="chip leaf">{t(`notice.${item.noticeType}`)}</span> : null}
      <span className="tail">
        {isShared ? (
          <Name className="owner" text={item.owner.displayName ?? item.owner.email ?? t('history.deletedUser')} />
        ) : null}
        <TimeAgo at={item.updatedAt} />
      </span>
    </a>
  );
}
