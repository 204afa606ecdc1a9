import { useTexts } from '#app/i18n/use-texts.ts';
import type { ShownSearch } from '#app/schemas/documents.ts';
import { SEARCH_SORTS } from '#app/schemas/search-sorts.ts';

/** Renders the search field and every filter; the filters are expanded if one is in use. */
export function SearchForm({ query }: { query: ShownSearch }) {
  const t = useTexts();
  return (
    <form className="search-form" method="get" action="/search">
      <div className="create-form">
        <label className="sr-only" htmlFor="keyword">
          {t('search.keyword')}
        </label>
        <input
          id="keyword"
          name="keyword"
          type="search"
          defaultValue={query.keyword}
          placeholder={t('search.hint')}
          maxLength={200}
        />
        <button className="button main" type="submit">
          {t('search.submit')}
        </button>
      </div>
      <details open={isNarrowed(query)}>
        <summary>{t('search.narrow')}</summary>
        <div className="search-fields">
          <TextField name="in" label={t('search.in')} value={query.in} />
          <TextField name="by" label={t('search.by')} value={query.by} />
          <TextField name="title" label={t('search.title')} value={query.title} />
          <DayField name="after" label={t('search.after')} value={query.after} />
          <DayField name="before" label={t('search.before')} value={query.before} />
          <div className="field">
            <label htmlFor="sort">{t('search.sort')}</label>
            <select id="sort" name="sort" defaultValue={query.sort}>
              {SEARCH_SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {t(`search.sorts.${sort}`)}
                </option>
              ))}
            </select>
          </div>
          <label className="check">
            <input type="checkbox" name="starred" value="true" defaultChecked={query.starred} /> {t('search.starred')}
          </label>
        </div>
        <p className="quiet-text">{t('search.words')}</p>
      </details>
    </form>
  );
}

const isNarrowed = ({ keyword: _, sort, ...filters }: ShownSearch) =>
  sort !== 'relevance' || Object.values(filters).some(Boolean);

type FieldProps = { name: string; label: string; value: string };

function TextField({ name, label, value }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} defaultValue={value} maxLength={200} />
    </div>
  );
}

function DayField({ name, label, value }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type="date" defaultValue={value} />
    </div>
  );
}
