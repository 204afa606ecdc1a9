import { CreateFields } from '#app/features/document/create-fields.tsx';
import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { TITLE_MAX } from '#app/schemas/limits.ts';
import { FieldErrors } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';

/** Creates a document from a title; below a parent, or at the root. */
export function CreateForm({ parentId }: { parentId?: string }) {
  const t = useTexts();
  const problem = useProblem('create');
  const errors = problem?.result.error?.title ?? undefined;
  const given = useGiven('create');
  // A document's form is posted to the home page, which has no parent of its own.
  const parent = parentId ?? given?.parentId ?? '';
  return (
    <form className="create-form" method="post" action="/">
      <FormSummary errors={problem?.result.error?.[''] ?? undefined} />
      <CreateFields intent="create" />
      <input type="hidden" name="parentId" value={parent} />
      <label className="sr-only" htmlFor="new-title">
        {t('document.title')}
      </label>
      <input
        id="new-title"
        name="title"
        placeholder={t('document.newTitle')}
        maxLength={TITLE_MAX}
        defaultValue={given?.title ?? ''}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? 'new-title-error' : undefined}
      />
      <button className="button main" type="submit">
        <Icon name="plus" />
        {t('document.create')}
      </button>
      <a className="button quiet" href={parent ? `/templates?parent=${parent}` : '/templates'}>
        {t('templates.offer')}
      </a>
      <FieldErrors id="new-title" errors={errors} />
    </form>
  );
}
