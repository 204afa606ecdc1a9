import { type SubmitEvent, useState } from 'react';
import { useProblem } from '#app/components/use-problem.ts';
import { ACCEPTED_ENDINGS } from '#app/schemas/file-types.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

/** Several files at once; a script says that they are on their way. */
export function FileUploadForm({ maxMegabytes }: { maxMegabytes: number }) {
  const t = useTexts();
  const problem = useProblem('upload');
  const [isSending, setSending] = useState(false);
  const errorsOf = (field: string) => problem?.result.error?.[field] ?? undefined;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const chosen = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]')?.files;
    setSending(Boolean(chosen?.length));
  };
  return (
    <form className="import-form" method="post" encType="multipart/form-data" onSubmit={onSubmit}>
      <FormSummary errors={errorsOf('file') ? undefined : errorsOf('')} />
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
      <div role="status" className="import-progress">
        {isSending ? <progress aria-label={t('files.upload')} /> : null}
      </div>
    </form>
  );
}
