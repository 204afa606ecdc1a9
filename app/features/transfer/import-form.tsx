import { type SubmitEvent, useEffect, useState } from 'react';
import { useProblem } from '#app/features/shell/use-problem.ts';
import type { ImportPageData } from '#app/features/transfer/import-page-data.ts';
import { useBranches } from '#app/features/tree/use-branches.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field, FieldErrors } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';

/** Renders the import form: files and their target. A script shows progress, since large archives take time. */
export function ImportForm({
  parent,
  maxMegabytes,
  accepted,
}: Pick<ImportPageData, 'parent' | 'maxMegabytes' | 'accepted'>) {
  const t = useTexts();
  const problem = useProblem('import', 'preview');
  const [sending, setSending] = useState<{ count: number; megabytes: string } | null>(null);
  useEffect(() => {
    // Back restores the page as it was left.
    const reset = () => setSending(null);
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);
  const errorsOf = (field: string) => problem?.result.error?.[field] ?? undefined;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const files = [...(event.currentTarget.querySelector<HTMLInputElement>('input[type=file]')?.files ?? [])];
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (files.length > 0) setSending({ count: files.length, megabytes: (bytes / 1024 / 1024).toFixed(1) });
  };
  return (
    <form className="import-form" method="post" action="/import" encType="multipart/form-data" onSubmit={onSubmit}>
      <FormSummary errors={errorsOf('')} />
      <CsrfField />
      <Field
        id="files"
        name="files"
        type="file"
        label={t('transfer.files')}
        hint={t('transfer.filesHint', { megabytes: maxMegabytes })}
        accept={accepted}
        errors={errorsOf('files')}
        multiple
        required
      />
      <ParentChoice parent={parent} errors={errorsOf('parentId')} chosen={problem?.result.initialValue?.parentId} />
      <div className="row-of-buttons">
        <button className="button main" type="submit" name="intent" value="import">
          {t('transfer.submit')}
        </button>
        <button className="button" type="submit" name="intent" value="preview">
          {t('transfer.preview')}
        </button>
      </div>
      <div role="status" className="work-progress">
        {sending ? (
          <>
            <progress aria-label={t('transfer.import')} />
            <p>{t('transfer.sending', sending)}</p>
          </>
        ) : null}
      </div>
    </form>
  );
}

type ParentChoiceProps = { parent: ImportPageData['parent']; errors: string[] | undefined; chosen: unknown };

/** Offers the documents of the visible tree; others have "Import here" on their own page. */
function ParentChoice({ parent, errors, chosen }: ParentChoiceProps) {
  const t = useTexts();
  const { branches } = useBranches();
  const isListed = branches.own.some((row) => row.id === parent?.id);
  return (
    <div className="field">
      <label htmlFor="import-parent">{t('transfer.parent')}</label>
      <select
        id="import-parent"
        name="parentId"
        defaultValue={typeof chosen === 'string' ? chosen : (parent?.id ?? '')}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? 'import-parent-error' : undefined}
      >
        <option value="">{t('transfer.root')}</option>
        {parent && !isListed ? <option value={parent.id}>{parent.title}</option> : null}
        {branches.own.map((row) => (
          <option key={row.id} value={row.id}>
            {'\u2003'.repeat(Math.min(row.level - 1, 8)) + row.title}
          </option>
        ))}
      </select>
      <FieldErrors id="import-parent" errors={errors} />
    </div>
  );
}
