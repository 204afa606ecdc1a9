import { useTexts } from '#app/i18n/use-texts.ts';
import { Name } from '#app/ui/name.tsx';

/** Links from a page about a document back to the document. */
export function BackTo({ document }: { document: { id: string; title: string } }) {
  const t = useTexts();
  return (
    <nav className="crumbs" aria-label={t('document.breadcrumb')}>
      <ol>
        <li>
          <a href={`/doc/${document.id}`}>
            <Name className="" text={document.title} />
          </a>
        </li>
      </ol>
    </nav>
  );
}
