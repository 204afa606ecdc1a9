import { Pager } from '#app/features/shell/list-page.tsx';
import { requireActor } from '#app/http/session/require-actor.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { searchQuery } from '#app/schemas/documents.ts';
import { isIndexIncomplete } from '#app/services/search/rebuild-index.ts';
import { type SearchHit, searchDocuments } from '#app/services/search/search-documents.ts';
import { PageTitle } from '#app/ui/page-title.tsx';
import type { Route } from './+types/search';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const query = searchQuery.parse(Object.fromEntries(url.searchParams));
  const [hits, isIncomplete] = await Promise.all([searchDocuments(actor, query), isIndexIncomplete()]);
  return { keyword: query.keyword, hits, isIncomplete };
}

export default function Search({ loaderData: { keyword, hits, isIncomplete } }: Route.ComponentProps) {
  const t = useTexts();
  return (
    <main id="main" className="page">
      <PageTitle>{keyword || t('search.label')}</PageTitle>
      <h1>{t('search.label')}</h1>
      <form className="create-form" method="get" action="/search">
        <label className="sr-only" htmlFor="keyword">
          {t('search.keyword')}
        </label>
        <input
          id="keyword"
          name="keyword"
          type="search"
          defaultValue={keyword}
          placeholder={t('search.hint')}
          maxLength={200}
        />
        <button className="button main" type="submit">
          {t('search.submit')}
        </button>
      </form>
      {keyword ? (
        <Found keyword={keyword} {...hits} isIncomplete={isIncomplete} />
      ) : (
        <p className="lead">{t('search.help')}</p>
      )}
      <ul className="hits">
        {hits.items.map((hit) => (
          <Hit key={hit.id} hit={hit} />
        ))}
      </ul>
      <Pager {...hits} query={{ keyword }} />
    </main>
  );
}

type FoundProps = { keyword: string; total: number; also: string[]; isIncomplete: boolean };

function Found({ keyword, total, also, isIncomplete }: FoundProps) {
  const t = useTexts();
  return (
    <>
      {total > 0 ? (
        <p className="quiet-text">{t('search.found', { count: total })}</p>
      ) : (
        <div className="empty">{t('empty.search', { keyword })}</div>
      )}
      {also.length > 0 && (
        <p className="quiet-text">
          {t('search.also')}{' '}
          {also.map((word) => <mark key={word}>{word}</mark>).flatMap((word, nth) => (nth ? [', ', word] : [word]))}
        </p>
      )}
      {isIncomplete && <p className="quiet-text">{t('search.renewing')}</p>}
    </>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  return (
    <li>
      <a href={`/doc/${hit.id}`}>
        <span className="emoji">{hit.icon}</span>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet) */}
        <span className="name" dangerouslySetInnerHTML={{ __html: hit.markedTitle }} />
      </a>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet) */}
      <p dangerouslySetInnerHTML={{ __html: hit.snippet }} />
    </li>
  );
}
