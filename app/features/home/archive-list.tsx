import { AffectedAuthors } from '#app/features/document/affected-authors.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ArchivedEntry } from '#app/services/documents/home-lists.ts';
import type { Writer } from '#app/services/takeouts/list-writers.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Name } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Lists archived documents, grouped by archiving, with their branches and forms to restore and delete. */
export function ArchiveList({ items }: { items: ArchivedEntry[] }) {
  const t = useTexts();
  return (
    <>
      <ul className="documents">
        {items.map((item) => (
          <li key={item.id}>
            <a className="document-row" href={`/doc/${item.id}`}>
              <span className="emoji">{item.icon}</span>
              <Name text={item.title} />
              {item.alongCount > 0 ? (
                <span className="chip">{t('archive.along', { count: item.alongCount })}</span>
              ) : null}
              <span className="tail">
                <TimeAgo at={item.archivedAt} />
              </span>
            </a>
            <form className="row-actions" method="post" action="/archive">
              <CsrfField />
              <input type="hidden" name="docId" value={item.id} />
              <button className="button quiet" type="submit" name="intent" value="restore">
                {t('document.restore')}
              </button>
              <button className="button quiet danger" type="submit" name="intent" value="delete">
                {t('document.delete')}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <form method="post" action="/archive">
        <CsrfField />
        <button className="button danger" type="submit" name="intent" value="empty">
          {t('archive.empty')}
        </button>
      </form>
    </>
  );
}

/** Asks for confirmation and lists the number and authors of the documents that are permanently deleted. */
export function ArchiveEmptying({ count, writers }: { count: number; writers: Writer[] }) {
  const t = useTexts();
  return (
    <main id="main" className="screen">
      <PageTitle>{t('archive.empty')}</PageTitle>
      <h1>{t('archive.emptying.title', { count })}</h1>
      <p>{t('archive.emptying.text')}</p>
      <AffectedAuthors writers={writers} />
      <form className="screen-actions" method="post" action="/archive?confirm=empty">
        <CsrfField />
        <button className="button danger" type="submit" name="intent" value="empty">
          {t('archive.emptying.confirm')}
        </button>
        <a className="button quiet" href="/archive">
          {t('form.cancel')}
        </a>
      </form>
    </main>
  );
}
