import { SavedSearches, SaveSearchForm } from '#app/features/search/saved-searches.tsx';
import { SearchBranches } from '#app/features/search/search-branches.tsx';
import { SearchForm } from '#app/features/search/search-form.tsx';
import { SearchHits } from '#app/features/search/search-hits.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { type ShownSearch, searchQuery } from '#app/schemas/documents.ts';
import { newSavedSearch, savedSearchChoice, savedSearchRename } from '#app/schemas/saved-searches.ts';
import { isIndexIncomplete } from '#app/services/search/rebuild-index.ts';
import {
  listSavedSearches,
  removeSavedSearch,
  renameSavedSearch,
  saveSearch,
} from '#app/services/search/saved-searches.ts';
import { countByBranch, searchDocuments } from '#app/services/search/search-documents.ts';
import { Empty } from '#app/ui/empty.tsx';
import { FilledText } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';
import type { Route } from './+types/search';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const { page, limit, ...query } = searchQuery.parse(Object.fromEntries(url.searchParams));
  const [hits, branches, isIncomplete, saved] = await Promise.all([
    withinPages({ ...query, page, limit }, (asked) => searchDocuments(actor, asked)),
    countByBranch(actor, { ...query, page, limit }),
    isIndexIncomplete(),
    listSavedSearches(actor),
  ]);
  return { query, hits, branches, isIncomplete, saved };
}

export const action = pageAction({
  'search-save': intent({
    limit: perPerson('documentWrite'),
    schema: newSavedSearch,
    run: async ({ actor, input, context, url }) => {
      await saveSearch(actor, input);
      const values = { name: input.name };
      return redirectWithToast(context, `/search${url.search}`, { key: 'searchSaved', values });
    },
  }),
  'search-rename': intent({
    limit: perPerson('documentWrite'),
    schema: savedSearchRename,
    run: async ({ actor, input, context, url }) => {
      await renameSavedSearch(actor, input.searchId, input.name);
      return redirectWithToast(context, `/search${url.search}`, { key: 'saved' });
    },
  }),
  'search-remove': intent({
    limit: perPerson('documentWrite'),
    schema: savedSearchChoice,
    run: async ({ actor, input, context, url }) => {
      const { name, query } = await removeSavedSearch(actor, input.searchId);
      const undo = { action: `/search${url.search}`, intent: 'search-save', fields: { name, query } };
      return redirectWithToast(context, `/search${url.search}`, { key: 'searchRemoved', values: { name }, undo });
    },
  }),
});

export default function Search({ loaderData }: Route.ComponentProps) {
  const { query, hits, branches, isIncomplete, saved } = loaderData;
  const t = useTexts();
  const asked = paramsOf(query);
  const isAsked = Object.keys(asked).some((name) => name !== 'sort');
  const text = new URLSearchParams(asked).toString();
  return (
    <main id="main" className="page">
      <PageTitle>{query.keyword || t('search.label')}</PageTitle>
      <h1>{t('search.label')}</h1>
      <SearchForm query={query} key={JSON.stringify(query)} />
      {isAsked ? <Found {...hits} isIncomplete={isIncomplete} /> : <p className="lead">{t('search.help')}</p>}
      <SearchBranches branches={branches} asked={asked} />
      <SearchHits hits={hits.items} />
      <Pager {...hits} query={asked} />
      {isAsked ? <SaveSearchForm query={text} suggestion={query.keyword} key={text} /> : null}
      <SavedSearches saved={saved} here={text} />
    </main>
  );
}

/** Returns the used fields by their query names. */
function paramsOf({ starred, sort, ...fields }: ShownSearch): Record<string, string> {
  const chosen = { ...fields, sort: sort === 'relevance' ? '' : sort, starred: starred ? 'true' : '' };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''));
}

type FoundProps = { words: string; total: number; also: string[]; unclear: string[]; isIncomplete: boolean };

function Found({ words, total, also, unclear, isIncomplete }: FoundProps) {
  const t = useTexts();
  return (
    <>
      {unclear.length > 0 ? (
        <p className="note amber">
          <FilledText values={{ filters: unclear.join(t('phrase.separator')) }}>
            {(placeholders) => t('search.unclear', placeholders)}
          </FilledText>
        </p>
      ) : null}
      {total > 0 || (words === '' && unclear.length > 0) ? (
        <p className="quiet-text">{t('search.found', { count: total })}</p>
      ) : (
        <Empty icon="search">{words ? t('empty.search', { keyword: words }) : t('empty.filters')}</Empty>
      )}
      {also.length > 0 ? (
        <p className="quiet-text">
          {t('search.also')} <mark>{also.join(t('phrase.separator'))}</mark>
        </p>
      ) : null}
      {isIncomplete ? <p className="quiet-text">{t('search.renewing')}</p> : null}
    </>
  );
}
