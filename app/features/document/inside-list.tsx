import { CreateForm } from '#app/features/home/create-form.tsx';
import { SortForm } from '#app/features/home/sort-form.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import { Name } from '#app/ui/name.tsx';

type InsideListProps = { id: string; entries: Page<TreeEntry> | null; canChange: boolean };

/** Lists a document's children in pages, with forms to add and sort for those who may edit. */
export function InsideList({ id, entries, canChange }: InsideListProps) {
  const t = useTexts();
  if (!entries && !canChange) return null;
  return (
    <section className="inside">
      <header>
        <h2>{t('document.inside')}</h2>
        {canChange ? <SortForm action={`/doc/${id}`} /> : null}
      </header>
      {entries ? (
        <>
          <ul className="children">
            {entries.items.map((entry) => (
              <Child key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pager {...entries} />
        </>
      ) : null}
      {canChange ? <CreateForm parentId={id} /> : null}
    </section>
  );
}

function Child({ entry }: { entry: TreeEntry }) {
  const t = useTexts();
  return (
    <li>
      <a href={`/doc/${entry.id}`}>
        <span className="emoji">{entry.icon}</span>
        <Name text={entry.title} />
        {entry.noticeType !== 'NONE' ? <span className="chip leaf">{t(`notice.${entry.noticeType}`)}</span> : null}
      </a>
    </li>
  );
}
