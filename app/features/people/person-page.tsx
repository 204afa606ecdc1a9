import { Avatar } from '#app/features/shell/avatar.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Person, SharedDocument } from '#app/services/people/get-person.ts';
import { Empty } from '#app/ui/empty.tsx';
import { useInstallationName } from '#app/ui/installation-name.ts';
import { FilledText, Name } from '#app/ui/name.tsx';

/** Shows a person and the documents shared between them and the reader. Mentions link to this page. */
export function PersonPage({ person: { name, imageUrl, theirs, mine } }: { person: Person }) {
  const t = useTexts();
  const installation = useInstallationName();
  return (
    <main id="main" className="page">
      <title>{`${name} · ${installation}`}</title>
      <div className="who-with-face">
        <Avatar name={name} imageUrl={imageUrl} />
        <h1>
          <Name className="" text={name} />
        </h1>
      </div>
      <Shared kind="theirs" name={name} documents={theirs} />
      <Shared kind="mine" name={name} documents={mine} />
      {theirs.length + mine.length === 0 ? <Empty icon="share">{t('people.nothing')}</Empty> : null}
    </main>
  );
}

type SharedProps = { kind: 'theirs' | 'mine'; name: string; documents: SharedDocument[] };

function Shared({ kind, name, documents }: SharedProps) {
  const t = useTexts();
  if (documents.length === 0) return null;
  return (
    <section className="home-section">
      <h2>
        <FilledText values={{ name }}>{(placeholders) => t(`people.${kind}`, placeholders)}</FilledText>
      </h2>
      <ul className="documents">
        {documents.map((document) => (
          <li key={document.id}>
            <a className="document-row" href={`/doc/${document.id}`}>
              <span aria-hidden="true">{document.icon ?? '📄'}</span>
              <Name text={document.title || t('document.untitled')} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
