import type { SubmitEvent } from 'react';
import { UploadList } from '#app/features/files/upload-list.tsx';
import { useUploads } from '#app/features/files/use-uploads.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { ACCEPTED_ENDINGS } from '#app/schemas/file-types.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { useFileDrop } from '#app/ui/use-file-drop.ts';

type FileUploadFormProps = { docId: string; maxMegabytes: number };

/**
 * Renders the upload form for several files. With JavaScript each uploads separately, from the form, by drop or by
 * paste.
 */
export function FileUploadForm({ docId, maxMegabytes }: FileUploadFormProps) {
  const t = useTexts();
  const problem = useProblem('upload');
  const { uploads, add, remove, retry } = useUploads(docId);
  const isOver = useFileDrop(add);
  const errorsOf = (field: string) => problem?.result.error?.[field] ?? undefined;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const input = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]');
    if (!input?.files?.length) return;
    event.preventDefault();
    add(input.files);
    input.value = '';
  };
  return (
    <>
      <form className="import-form" method="post" encType="multipart/form-data" onSubmit={onSubmit}>
        <CsrfField />
        <Field
          id="file"
          name="file"
          type="file"
          label={t('files.choose')}
          hint={t('files.hint', { megabytes: maxMegabytes })}
          accept={ACCEPTED_ENDINGS.join(',')}
          errors={errorsOf('file')}
          multiple
          required
        />
        <div>
          <button className="button main" type="submit" name="intent" value="upload">
            {t('files.upload')}
          </button>
        </div>
      </form>
      <UploadList uploads={uploads} onRemove={remove} onRetry={retry} />
      {isOver ? (
        <div className="drop-icon" aria-hidden="true">
          <p>{t('uploads.drop')}</p>
        </div>
      ) : null}
    </>
  );
}
