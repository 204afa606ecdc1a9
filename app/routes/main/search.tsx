import { SearchForm } from '#app/features/search/search-form.tsx';
import { SearchHits } from '#app/features/search/search-hits.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { requireActor } from '#app/http/session/require-actor.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { type ShownSearch, searchQuery } from '#app/schemas/documents.ts';
import { isIndexIncomplete } from '#app/services/search/rebuild-index.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { PageTitle } from '#app/ui/page-title.tsx';
import type { Route } from './+types/search';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const { page, limit, ...query } = searchQuery.parse(Object.fromEntries(url.searchParams));
  const [hits, isIncomplete] = await Promise.all([
    searchDocuments(actor, { ...query, page, limit }),
    isIndexIncomplete(),
  ]);
  return { query, hits, isIncomplete };
}

export default function Search({ loaderData: { query, hits, isIncomplete } }: Route.ComponentProps) {
  const t = useTexts();
  const asked = paramsOf(query);
  const isAsked = Object.keys(asked).some((name) => name !== 'sort');
  return (
    <main id="main" className="page">
      <PageTitle>{query.keyword || t('search.label')}</PageTitle>
      <h1>{t('search.label')}</h1>
      <SearchForm query={query} key={JSON.stringify(query)} />
      {isAsked ? (
        <Found keyword={query.keyword} {...hits} isIncomplete={isIncomplete} />
      ) : (
        <p className="lead">{t('search.help')}</p>
      )}
      <SearchHits hits={hits.items} />
      <Pager {...hits} query={asked} />
    </main>
  );
}

/** The fields in use, as the address names them. */
function paramsOf({ starred, sort, ...fields }: ShownSearch): Record<string, string> {
  const chosen = { ...fields, sort: sort === 'relevance' ? '' : sort, starred: starred ? 'true' : '' };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''));
}

type FoundProps = { keyword: string; total: number; also: string[]; isIncomplete: boolean };

function Found({ keyword, total, also, isIncomplete }: FoundProps) {
  const t = useTexts();
  return (
    <>
      {total > 0 ? (
        <p className="quiet-text">{t('search.found', { count: total })}</p>
      ) : (
        <div className="empty">{keyword ? t('empty.search', { keyword }) : t('empty.filters')}</div>
      )}
      {also.length > 0 ? (
        <p className="quiet-text">
          {t('search.also')} <mark>{also.join(', ')}</mark>
        </p>
      ) : null}
      {isIncomplete ? <p className="quiet-text">{t('search.renewing')}</p> : null}
    </>
  );
}
