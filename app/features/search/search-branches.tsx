import { useTexts } from '#app/i18n/use-texts.ts';
import type { BranchCount } from '#app/services/search/search-documents.ts';
import { Name } from '#app/ui/name.tsx';

/** Shows the number of hits by branch. Each links to the search in that branch. */
export function SearchBranches({ branches, asked }: { branches: BranchCount[]; asked: Record<string, string> }) {
  const t = useTexts();
  if (branches.length === 0) return null;
  return (
    <nav className="hit-branches" aria-label={t('search.branches')}>
      <h2 className="label">{t('search.branches')}</h2>
      <ul>
        {branches.map(({ id, title, icon, count }) => (
          <li key={id}>
            <a className="chip" href={`/search?${new URLSearchParams({ ...asked, in: id })}`}>
              {icon ? <span className="emoji">{icon}</span> : null}
              <Name className="" text={title} /> <span className="quiet-text">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
