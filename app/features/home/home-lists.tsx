import type { ReactNode } from 'react';
import { CreateForm } from '#app/features/home/create-form.tsx';
import { DocumentList } from '#app/features/home/document-list.tsx';
import { SortForm } from '#app/features/home/sort-form.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { WithPath } from '#app/services/access/with-paths.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type HomeProps = {
  recent: Page<WithPath<DocumentEntry>>;
  starred: WithPath<DocumentEntry>[];
  shared: DocumentEntry[];
  sampleId: string | null;
  /** True for a person without any document. */
  isNew: boolean;
};

export function HomeLists({ recent, starred, shared, sampleId, isNew }: HomeProps) {
  const t = useTexts();
  const user = useRootData()?.user;
  return (
    <main id="main" className="page">
      <PageTitle hasSummary={useProblem('create') !== undefined}>{t('tree.home')}</PageTitle>
      <h1>
        {isNew
          ? t('home.first.title')
          : t('home.hello', { name: user?.displayName ?? user?.email.split('@')[0] ?? '' })}
      </h1>
      {isNew ? <p className="lead">{t('home.first.text')}</p> : null}
      <CreateForm />
      {isNew ? <OtherWays /> : null}
      {sampleId ? <SampleRemoval importId={sampleId} /> : null}
      {isNew ? null : <SortForm action="/" label={t('sorting.roots')} />}
      {isNew ? null : <Section title={t('home.recent')} items={recent.items} after={<RecentEnd {...recent} />} />}
      <Section title={t('tree.starred')} items={starred} more={<a href="/starred">{t('home.all')}</a>} />
      <Section title={t('tree.shared')} items={shared} more={<a href="/shared">{t('home.all')}</a>} />
    </main>
  );
}

function OtherWays() {
  const t = useTexts();
  return (
    <section className="home-section" aria-labelledby="other-ways">
      <h2 id="other-ways">{t('home.first.ways')}</h2>
      <form className="row-of-buttons" method="post" action="/">
        <CsrfField />
        <button className="button" type="submit" name="intent" value="sample">
          {t('home.first.sample')}
        </button>
        <a className="button quiet" href="/import">
          {t('home.first.import')}
        </a>
      </form>
    </section>
  );
}

/** Removes sample documents with one click. Changed ones are archived, the others deleted. */
function SampleRemoval({ importId }: { importId: string }) {
  const t = useTexts();
  return (
    <ActionForm
      intent="sample-remove"
      action="/"
      fields={{ importId }}
      label={t('home.first.remove')}
      name={t('home.first.remove')}
    />
  );
}

/** Renders the pagination of recent documents, or a note on what the list will contain. */
function RecentEnd(recent: HomeProps['recent']) {
  const t = useTexts();
  return recent.total > 0 ? <Pager {...recent} /> : <p className="quiet-text">{t('home.noRecent')}</p>;
}

type SectionProps = {
  title: string;
  items: (DocumentEntry | WithPath<DocumentEntry>)[];
  more?: ReactNode;
  after?: ReactNode;
};

function Section({ title, items, more, after }: SectionProps) {
  if (items.length === 0 && !after) return null;
  return (
    <section className="home-section">
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      <DocumentList items={items} />
      {after}
    </section>
  );
}
