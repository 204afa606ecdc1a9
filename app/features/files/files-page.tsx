import { FileList } from '#app/features/files/file-list.tsx';
import { FileUploadForm } from '#app/features/files/file-upload-form.tsx';
import { StorageTotal } from '#app/features/files/storage-total.tsx';
import { BackTo } from '#app/features/shell/back-to.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ListedFile } from '#app/services/files/list-files.ts';
import type { StorageUse } from '#app/services/files/storage-use.ts';
import { PageTitle } from '#app/ui/page-title.tsx';
import { sizeText } from '#app/ui/size-text.ts';

export type FilesPageData = {
  document: { id: string; title: string };
  files: ListedFile[];
  /** Totals of all files of the document, regardless of the search. */
  total: { count: number; bytes: number };
  keyword: string;
  canEdit: boolean;
  maxMegabytes: number;
  storageUse: StorageUse | null;
};

/** Lists a document's files: size, uploader, date and how to embed them. */
export function FilesPage({ document, files, total, keyword, canEdit, maxMegabytes, storageUse }: FilesPageData) {
  const t = useTexts();
  return (
    <main id="main" className="page narrow">
      <PageTitle>{`${t('files.title')} · ${document.title}`}</PageTitle>
      <BackTo document={document} />
      <h1>{t('files.title')}</h1>
      {canEdit ? <FileUploadForm docId={document.id} maxMegabytes={maxMegabytes} /> : null}
      {storageUse ? <StorageTotal {...storageUse} /> : null}
      {total.count > 0 ? (
        <>
          <form className="create-form" method="get">
            <label className="sr-only" htmlFor="file-keyword">
              {t('files.search')}
            </label>
            <input
              id="file-keyword"
              type="search"
              name="keyword"
              defaultValue={keyword}
              placeholder={t('files.search')}
            />
            <button className="button" type="submit">
              {t('search.submit')}
            </button>
          </form>
          <p className="quiet-text">{t('files.total', { count: total.count, size: sizeText(t, total.bytes) })}</p>
        </>
      ) : null}
      {files.length > 0 ? (
        <FileList files={files} canEdit={canEdit} />
      ) : (
        <p className="quiet-text">{t(total.count > 0 ? 'files.noneFound' : 'files.empty')}</p>
      )}
    </main>
  );
}
