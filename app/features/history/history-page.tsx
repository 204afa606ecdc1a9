import { MathsStyles } from '#app/features/document/maths-styles.tsx';
import { MarkedWords } from '#app/features/history/marked-words.tsx';
import { BackTo } from '#app/features/shell/back-to.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Change } from '#app/services/documents/compare-texts.ts';
import type { RevisionEntry } from '#app/services/documents/history.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FullDate } from '#app/ui/full-date.tsx';
import { Name, useForeignLanguage } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type Shown = {
  /** The revision shown, and the one it is compared with; null for the previous save. */
  to: RevisionEntry;
  from: RevisionEntry | null;
  /** Null if too different to compare. */
  changes: Change[] | null;
  /** The comparison as rendered HTML; null if the texts are too long. */
  page: { kind: 'same' | 'added' | 'removed'; html: string; hasMaths: boolean }[] | null;
  titleBefore: string | null;
};
type HistoryProps = {
  document: DocumentEntry;
  revisions: Page<RevisionEntry>;
  /** True if folded autosaves are listed too. */
  isFolded: boolean;
  shown: Shown | null;
  /** The revision to restore; `isOlder` if it is the one that the current text is compared with. Null for none. */
  restores: Restorable | null;
};
/** Id of the section with the revision shown, which is below the list in a narrow window. */
const SHOWN = 'shown-version';
type Restorable = { id: string; isOlder: boolean };

/** Shows a document's history: authors and times, the differences between revisions, and restore. */
export function HistoryPage({ document, revisions, isFolded, shown, restores }: HistoryProps) {
  const t = useTexts();
  return (
    <main id="main" className="page">
      <PageTitle>{t('phrase.labelled', { label: t('history.title'), value: document.title })}</PageTitle>
      <BackTo document={document} />
      <h1>{t('history.title')}</h1>
      <div className="history">
        <Revisions revisions={revisions} isFolded={isFolded} shown={shown} />
        {shown ? <ShownRevision documentId={document.id} shown={shown} restores={restores} /> : null}
      </div>
    </main>
  );
}

/** Each save links to its changes and has radio buttons to compare any two. */
function Revisions({ revisions, isFolded, shown }: Pick<HistoryProps, 'revisions' | 'isFolded' | 'shown'>) {
  const t = useTexts();
  const { items, page } = revisions;
  const isChosen = (revision: RevisionEntry) => (shown?.to.id === revision.id ? 'true' : undefined);
  return (
    <div>
      <form method="get" action={`#${SHOWN}`}>
        <input type="hidden" name="page" value={page} />
        {isFolded ? <input type="hidden" name="folded" value="true" /> : null}
        {items.length > 1 ? (
          <div className="compare-head" aria-hidden="true">
            <span>{t('history.from')}</span>
            <span>{t('history.to')}</span>
          </div>
        ) : null}
        <ol className="revisions" key={`${page} ${shown?.from?.id} ${shown?.to.id}`}>
          {items.map((revision, index) => (
            <li key={revision.id}>
              {items.length > 1 ? (
                <>
                  <Point name="from" revision={revision} isChosen={isFrom(revision, shown, items, index)} />
                  <Point name="to" revision={revision} isChosen={isChosen(revision) !== undefined} />
                </>
              ) : null}
              <a
                className="row"
                href={`?revision=${revision.id}&page=${page}${isFolded ? '&folded=true' : ''}#${SHOWN}`}
                aria-current={isChosen(revision)}
              >
                <FullDate at={revision.createdAt} /> <Author revision={revision} />
                <span className="quiet-text">{t('history.version', { version: String(revision.version) })}</span>
              </a>
            </li>
          ))}
        </ol>
        {items.length > 1 ? (
          <button className="button" type="submit">
            {t('history.compare')}
          </button>
        ) : null}
      </form>
      <Pager {...revisions} query={isFolded ? { folded: 'true' } : {}} />
      <p>
        <a className="button quiet" href={isFolded ? '?' : '?folded=true'}>
          {t(isFolded ? 'history.fewer' : 'history.more')}
        </a>
      </p>
    </div>
  );
}

/** True for the revision last compared from, else for the one before the shown revision. */
function isFrom(revision: RevisionEntry, shown: Shown | null, items: RevisionEntry[], index: number): boolean {
  if (shown?.from) return shown.from.id === revision.id;
  return items[index - 1]?.id === shown?.to.id;
}

type PointProps = { name: 'from' | 'to'; revision: RevisionEntry; isChosen: boolean };

function Point({ name, revision, isChosen }: PointProps) {
  const t = useTexts();
  const label = t(name === 'from' ? 'history.fromVersion' : 'history.toVersion', { version: String(revision.version) });
  return (
    <label className="point">
      <input type="radio" name={name} value={revision.id} defaultChecked={isChosen} aria-label={label} title={label} />
    </label>
  );
}

/** Names everyone who wrote a revision. */
export function Author({ revision: { author, writers } }: { revision: RevisionEntry }) {
  const t = useTexts();
  const names = [author, ...writers].map(({ displayName, email }) => displayName ?? email ?? t('history.deletedUser'));
  return <Name text={names.join(t('phrase.separator'))} />;
}

type ShownProps = { documentId: string; shown: Shown; restores: Restorable | null };

function ShownRevision({ documentId, shown: { to, from, changes, page, titleBefore }, restores }: ShownProps) {
  const t = useTexts();
  const languageOf = useForeignLanguage();
  const isSame = changes?.every(({ kind }) => kind === 'same') && (titleBefore ?? to.title) === to.title;
  return (
    <section id={SHOWN} aria-label={t(from ? 'history.difference' : 'history.changes')}>
      <div className="page-head">
        <h2>
          {titleBefore !== null && titleBefore !== to.title ? (
            <del lang={languageOf(titleBefore)}>{titleBefore}</del>
          ) : null}{' '}
          <Name className="" text={to.title} />
        </h2>
        {restores ? (
          <form method="post" action={`/doc/${documentId}/history`}>
            <CsrfField />
            <input type="hidden" name="revisionId" value={restores.id} />
            <button className="button" type="submit" name="intent" value="restore">
              {t(restores.isOlder ? 'history.restoreOlder' : 'history.restore')}
            </button>
          </form>
        ) : null}
      </div>
      <p className="quiet-text">
        {from
          ? t('history.between', { from: String(from.version), to: String(to.version) })
          : t('history.version', { version: String(to.version) })}{' '}
        · <Author revision={to} /> <FullDate at={to.createdAt} />
        {isSame ? ` · ${t('history.same')}` : null}
      </p>
      <p>
        <a className="button quiet" href={`?revision=${to.id}&view=page`}>
          {t('history.openPage')}
        </a>
      </p>
      {page ? <ComparedPage page={page} /> : null}
      {changes ? (
        <details open>
          <summary>{t('history.source')}</summary>
          <pre className="changes" lang={languageOf(changes.map(({ text }) => text).join(''))}>
            <MarkedWords changes={changes} />
          </pre>
        </details>
      ) : (
        <p>{t('history.tooDifferent')}</p>
      )}
    </section>
  );
}

/** Renders the page with insertions and deletions marked, visually and for screen readers. */
function ComparedPage({ page }: { page: NonNullable<Shown['page']> }) {
  const t = useTexts();
  return (
    <div className="prose compared-page">
      <MathsStyles wanted={page.some(({ hasMaths }) => hasMaths)} />
      {page.map(({ kind, html }, index) => {
        const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'div';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
          <Tag key={index}>
            {kind === 'same' ? null : <span className="sr-only">{t(`history.${kind}`)}</span>}
            <div
              lang={textLanguage(html)}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by app/markdown
              dangerouslySetInnerHTML={{ __html: html }}
            />
          </Tag>
        );
      })}
    </div>
  );
}
