import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { SEARCH_NAME_MAX } from '#app/schemas/limits.ts';
import type { SavedSearchEntry } from '#app/services/search/saved-searches.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { Name } from '#app/ui/name.tsx';

type NameProps = { id: string; label: string; value: string; errors: string[] | undefined };

function NameField({ id, label, value, errors }: NameProps) {
  return (
    <>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name="name"
        defaultValue={value}
        maxLength={SEARCH_NAME_MAX}
        autoComplete="off"
        required
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${id}-error` : undefined}
      />
    </>
  );
}

/** Saves the shown search under a name. */
export function SaveSearchForm({ query, suggestion }: { query: string; suggestion: string }) {
  const t = useTexts();
  const { value, errors } = useNameReply('search-save');
  return (
    <form className="create-form" method="post" action={`/search?${query}`}>
      <CsrfField />
      <input type="hidden" name="query" value={query} />
      <NameField id="search-name" label={t('search.saveName')} value={value ?? suggestion} errors={errors} />
      <button className="button" type="submit" name="intent" value="search-save">
        {t('search.save')}
      </button>
      <FieldErrors id="search-name" errors={errors} />
    </form>
  );
}

/** Lists saved searches, each with a form to rename it. `here` is the shown search. */
export function SavedSearches({ saved, here }: { saved: SavedSearchEntry[]; here: string }) {
  const t = useTexts();
  if (saved.length === 0) return null;
  return (
    <section className="saved-searches" aria-labelledby="saved-searches">
      <h2 id="saved-searches">{t('search.saved')}</h2>
      <ul className="rows">
        {saved.map((search) => (
          <SavedSearch key={search.id} search={search} here={here} />
        ))}
      </ul>
    </section>
  );
}

function SavedSearch({ search: { id, name, query }, here }: { search: SavedSearchEntry; here: string }) {
  const t = useTexts();
  const reply = useNameReply('search-rename', id);
  const action = here === '' ? '/search' : `/search?${here}`;
  return (
    <li>
      <a href={`/search?${query}`}>
        <Name className="" text={name} />
      </a>
      <details className="disclosure" open={reply.value !== undefined}>
        <summary>{t('search.change')}</summary>
        <form className="create-form" method="post" action={action}>
          <CsrfField />
          <input type="hidden" name="searchId" value={id} />
          <NameField
            id={`name-${id}`}
            label={t('search.nameOf', { name })}
            value={reply.value ?? name}
            errors={reply.errors}
          />
          <button className="button" type="submit" name="intent" value="search-rename">
            {t('search.rename')}
          </button>
          <FieldErrors id={`name-${id}`} errors={reply.errors} />
        </form>
        <ActionForm
          intent="search-remove"
          action={action}
          fields={{ searchId: id }}
          label={t('search.remove')}
          name={t('search.removeNamed', { name })}
          isDanger
        />
      </details>
    </li>
  );
}

/** Returns the name of a form that comes back, and its errors. */
function useNameReply(
  intent: string,
  searchId?: string,
): { value?: string | undefined; errors?: string[] | undefined } {
  const problem = useProblem(intent);
  const given = useGiven(intent);
  if (!given || (searchId !== undefined && given.searchId !== searchId)) return {};
  const { name, ...others } = problem?.result.error ?? {};
  return { value: given.name ?? '', errors: name ?? others['']?.slice(0, 1) };
}
