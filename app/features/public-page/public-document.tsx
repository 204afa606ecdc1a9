import type { CSSProperties } from 'react';
import { CoverPicture } from '#app/features/document/cover-forms.tsx';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import type { Crumb } from '#app/services/access/document-access.ts';
import type { PublicPage } from '#app/services/public-links/load-public-page.ts';
import { foreignLanguage, Name } from '#app/ui/name.tsx';

/** Returns the address of a document within the link. */
type AddressOf = (id: string) => string;
type PublicDocumentProps = {
  page: PublicPage;
  html: string;
  /** The title as HTML with marks between its phrases; null if it has none. */
  phrasedTitle: string | null;
  levelMax: number;
  addressOf: AddressOf;
};

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes a tenth of a page's time. */
function dayFormat(lng: string): Intl.DateTimeFormat {
  const known = dayFormats.get(lng) ?? new Intl.DateTimeFormat(lng, { dateStyle: 'long', timeZone: 'UTC' });
  dayFormats.set(lng, known);
  return known;
}

/** Renders the document of a public link and, if the owner allows it, its branch. */
export function PublicDocument({ page, html, phrasedTitle: phrased, levelMax, addressOf }: PublicDocumentProps) {
  const t = useTexts();
  const lng = useLanguage();
  const { title, icon, updatedAt, path, children, branch } = page;
  const hasBranch = branch.length > 1;
  const date = dayFormat(lng).format(new Date(updatedAt));
  return (
    <div className={hasBranch ? 'frame public' : 'public'}>
      {hasBranch ? <Branch {...page} addressOf={addressOf} levelMax={levelMax} /> : null}
      <main id="main" className="doc">
        <CoverPicture cover={page.cover} />
        {icon ? (
          <div className="icon" aria-hidden="true">
            {icon}
          </div>
        ) : null}
        <Breadcrumb path={path} addressOf={addressOf} />
        <h1
          className="title"
          lang={foreignLanguage(title, lng)}
          {...(phrased ? { dangerouslySetInnerHTML: { __html: phrased } } : { children: title })}
        />
        <p className="meta">
          <time dateTime={updatedAt}>{t('publicPage.updated', { date })}</time>
        </p>
        <article>
          {html.trim() === '' ? (
            <p className="quiet-text">{t('publicPage.empty')}</p>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved (app/markdown)
            <div className="prose" lang={textLanguage(html)} dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </article>
        {children.length > 0 ? (
          <section className="inside">
            <h2>{t('publicPage.inside')}</h2>
            <ul className="children">
              {children.map((child) => (
                <li key={child.id}>
                  <a href={addressOf(child.id)}>
                    <span className="emoji">{child.icon}</span>
                    <Name text={child.title} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </main>
    </div>
  );
}

function Breadcrumb({ path, addressOf }: { path: Crumb[]; addressOf: AddressOf }) {
  const t = useTexts();
  if (path.length === 0) return null;
  const shown = path.length > 6 ? [...path.slice(0, 1), null, ...path.slice(-4)] : path;
  return (
    <nav className="crumbs" aria-label={t('publicPage.breadcrumb')}>
      <ol>
        {shown.map((crumb) => (
          <li key={crumb?.id ?? 'gap'}>
            {crumb ? (
              <a href={addressOf(crumb.id)}>
                <Name className="" text={crumb.title} />
              </a>
            ) : (
              '…'
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Branch({ id, branch, isCut, addressOf, levelMax }: PublicPage & { addressOf: AddressOf; levelMax: number }) {
  const t = useTexts();
  return (
    <nav className="side" aria-label={t('publicPage.branch')}>
      <ul className="tree">
        {branch.map((row) => (
          <li key={row.id} style={{ '--level': Math.min(row.level, 12) } as CSSProperties}>
            <span className={row.isOpen ? 'twig open' : 'twig'} />
            <a className="row" href={addressOf(row.id)} aria-current={row.id === id ? 'page' : undefined}>
              <span className="emoji">{row.icon}</span>
              <Name text={row.title} />
            </a>
          </li>
        ))}
      </ul>
      {isCut ? <p className="quiet-text side-note">{t('publicPage.cut', { count: levelMax })}</p> : null}
    </nav>
  );
}
