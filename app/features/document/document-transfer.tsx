import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { EXPORT_FORMATS, PDF_FORMATS } from '#app/schemas/export-formats.ts';
import { Icon } from '#app/ui/icon.tsx';

/** Offers export of a document and import into it. */
export function DocumentTransfer({ id, addsChild }: { id: string; addsChild: boolean }) {
  const t = useTexts();
  const formats = useRootData()?.hasPdf ? [...EXPORT_FORMATS, ...PDF_FORMATS] : EXPORT_FORMATS;
  return (
    <div className="rows">
      {formats.map((format) => (
        <a key={format} className="row" href={`/doc/${id}/export?format=${format}`} data-file>
          <Icon name="download" />
          {t(`transfer.export.${format}`)}
        </a>
      ))}
      {addsChild ? (
        <a className="row" href={`/import?parentId=${id}`}>
          <Icon name="upload" />
          {t('transfer.importHere')}
        </a>
      ) : null}
    </div>
  );
}
