import type { ReactNode } from 'react';
import { CreateForm } from '#app/components/create-form.tsx';
import { DocumentList } from '#app/components/document-list.tsx';
import { useRootData } from '#app/components/root-data.ts';
import type { DocumentEntry } from '#app/services/documents/document-entry.ts';
import { useTexts } from '#app/ui/use-texts.ts';

type HomeProps = { recent: DocumentEntry[]; starred: DocumentEntry[]; shared: DocumentEntry[] };

export function HomeLists({ recent, starred, shared }: HomeProps) {
  const t = useTexts();
  const user = useRootData()?.user;
  const isNew = recent.length === 0 && starred.length === 0 && shared.length === 0;
  return (
    <main id="main" className="page">
      <title>{`${t('tree.home')} · Arbor`}</title>
      <h1>
        {isNew
          ? t('home.first.title')
          : t('home.hello', { name: user?.displayName ?? user?.email.split('@')[0] ?? '' })}
      </h1>
      {isNew ? <p className="lead">{t('home.first.text')}</p> : null}
      <CreateForm />
      <Section title={t('home.recent')} items={recent} />
      <Section title={t('tree.starred')} items={starred} more={<a href="/starred">{t('home.all')}</a>} />
      <Section title={t('tree.shared')} items={shared} more={<a href="/shared">{t('home.all')}</a>} />
    </main>
  );
}

function Section({ title, items, more }: { title: string; items: DocumentEntry[]; more?: ReactNode }) {
  if (items.length === 0) return null;
  return (
    <section className="home-section">
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      <DocumentList items={items} />
    </section>
  );
}
