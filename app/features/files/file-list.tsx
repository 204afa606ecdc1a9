import { RenameForm } from '#app/features/files/rename-form.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { linkLabel } from '#app/schemas/link-label.ts';
import type { ListedFile } from '#app/services/files/list-files.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Name } from '#app/ui/name.tsx';
import { sizeText } from '#app/ui/size-text.ts';

/** Lists files, newest first, each with the Markdown to embed it. */
export function FileList({ files, canEdit }: { files: ListedFile[]; canEdit: boolean }) {
  return (
    <ul className="files">
      {files.map((file) => (
        <FileItem key={file.id} file={file} canEdit={canEdit} />
      ))}
    </ul>
  );
}

function FileItem({ file, canEdit }: { file: ListedFile; canEdit: boolean }) {
  const t = useTexts();
  const { id, fileName, downloadUrl, thumbnailUrl, size, uploadedBy, createdAt, width, height, textProblem } = file;
  const isPicture = width !== null && height !== null;
  return (
    <li>
      {isPicture ? (
        <img
          className="file-picture"
          src={thumbnailUrl ?? downloadUrl}
          alt=""
          width={width}
          height={height}
          loading="lazy"
        />
      ) : (
        <span className="file-picture ending" aria-hidden="true">
          {file.ext}
        </span>
      )}
      <div className="who">
        <a className="file-name" href={downloadUrl} download={isPicture ? undefined : fileName}>
          <Name className="" text={fileName} />
        </a>
        <span>
          {sizeText(t, size)}
          {isPicture ? ` · ${width} × ${height}` : null} · {uploadedBy ?? t('files.someone')} ·{' '}
          <TimeAgo at={createdAt} />
        </span>
        {textProblem ? <span>{t(`files.textProblems.${textProblem}`)}</span> : null}
        {canEdit ? (
          <details className="disclosure">
            <summary>{t('files.insert')}</summary>
            <label className="sr-only" htmlFor={`markdown-${id}`}>
              {t('files.markdown', { name: fileName })}
            </label>
            <div className="copy-line">
              <input id={`markdown-${id}`} className="code-line" readOnly value={markdownOf(file)} />
              <CopyButton text={markdownOf(file)} label={t('uploads.copy')} done={t('uploads.copied')} />
            </div>
            {isPicture ? <AsCover file={file} /> : null}
          </details>
        ) : null}
        {canEdit ? <RenameForm id={id} fileName={fileName} /> : null}
      </div>
      {canEdit ? (
        <ActionForm
          intent="file-remove"
          fields={{ fileId: id }}
          label={t('files.remove')}
          name={t('files.removeNamed', { name: fileName })}
          isDanger
        />
      ) : null}
    </li>
  );
}

/** The document's cover form, filled in with this file. */
function AsCover({ file: { docId, fileName, downloadUrl } }: { file: ListedFile }) {
  const t = useTexts();
  return (
    <ActionForm
      intent="cover"
      action={`/doc/${docId}`}
      fields={{ url: downloadUrl }}
      label={t('uploads.asCover')}
      name={t('uploads.asCoverNamed', { name: fileName })}
    />
  );
}

/** Pictures are embedded, other files linked. */
function markdownOf({ fileName, downloadUrl, width }: ListedFile): string {
  return `${width === null ? '' : '!'}[${linkLabel(fileName)}](${downloadUrl})`;
}
