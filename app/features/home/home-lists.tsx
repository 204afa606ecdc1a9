import type { ReactNode } from 'react';
import { CreateForm } from '#app/features/home/create-form.tsx';
import { DocumentList } from '#app/features/home/document-list.tsx';
import { SortForm } from '#app/features/home/sort-form.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

type HomeProps = { recent: Page<DocumentEntry>; starred: DocumentEntry[]; shared: DocumentEntry[] };

export function HomeLists({ recent, starred, shared }: HomeProps) {
  const t = useTexts();
  const user = useRootData()?.user;
  const isNew = recent.total === 0 && starred.length === 0 && shared.length === 0;
  return (
    <main id="main" className="page">
      <PageTitle>{t('tree.home')}</PageTitle>
      <h1>
        {isNew
          ? t('home.first.title')
          : t('home.hello', { name: user?.displayName ?? user?.email.split('@')[0] ?? '' })}
      </h1>
      {isNew ? <p className="lead">{t('home.first.text')}</p> : null}
      <CreateForm />
      {isNew ? null : <SortForm action="/" label={t('sorting.roots')} />}
      <Section title={t('home.recent')} items={recent.items} after={recent.total > 0 ? <Pager {...recent} /> : null} />
      <Section title={t('tree.starred')} items={starred} more={<a href="/starred">{t('home.all')}</a>} />
      <Section title={t('tree.shared')} items={shared} more={<a href="/shared">{t('home.all')}</a>} />
    </main>
  );
}

type SectionProps = { title: string; items: DocumentEntry[]; more?: ReactNode; after?: ReactNode };

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
