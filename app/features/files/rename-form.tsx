import { useRefused } from '#app/features/shell/use-refused.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';

/** Renders the form that renames a file, closed until its label is pressed. */
export function RenameForm({ id, fileName }: { id: string; fileName: string }) {
  const t = useTexts();
  const { isBack, errors, given } = useRefused('file-rename');
  const isOwn = isBack && given.renamed === id;
  return (
    <details className="disclosure" open={isOwn}>
      <summary aria-label={t('files.renameNamed', { name: fileName })}>{t('files.rename')}</summary>
      <form className="rename-form" method="post">
        <CsrfField />
        <input type="hidden" name="renamed" value={id} />
        <Field
          id={`name-${id}`}
          name="fileName"
          label={t('files.newName')}
          defaultValue={isOwn ? given.fileName : fileName}
          errors={isOwn ? errors.fileName : undefined}
        />
        <button className="button" type="submit" name="intent" value="file-rename">
          {t('files.rename')}
        </button>
      </form>
    </details>
  );
}
