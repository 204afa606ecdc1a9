import { useTexts } from '#app/i18n/use-texts.ts';
import type { ApiListing, ListedField, ListedOperation } from '#app/schemas/api-listing.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Lists every path of the API with its fields, answers and errors. */
export function ApiDocs({ listing }: { listing: ApiListing }) {
  const t = useTexts();
  return (
    <main id="main" className="page api-docs">
      <PageTitle>{t('apiDocs.title')}</PageTitle>
      <h1>{t('apiDocs.title')}</h1>
      <p className="lead">{t('apiDocs.text')}</p>
      <p>
        {t('apiDocs.howTo')} <a href="/settings">{t('apiDocs.toSettings')}</a> ·{' '}
        <a href="/api/openapi.json">{t('apiDocs.description')}</a>
      </p>
      <pre>
        <code>curl -H "Authorization: Bearer arbor_…" /api/documents</code>
      </pre>
      <nav aria-label={t('apiDocs.contents')}>
        <ul>
          {listing.map(({ group, title }) => (
            <li key={group}>
              <a href={`#${group}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {listing.map(({ group, title, operations }) => (
        <section key={group} id={group} aria-labelledby={`${group}-title`}>
          <h2 id={`${group}-title`}>{title}</h2>
          {operations.map((operation) => (
            <OperationEntry key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
    </main>
  );
}

function OperationEntry({ operation: { id, method, path, summary, access, fields, data, answers } }: EntryProps) {
  const t = useTexts();
  return (
    <details id={id}>
      <summary>
        <code>
          {method} {path}
        </code>{' '}
        <span>{summary}</span>
      </summary>
      <p className="quiet-text">
        {t('phrase.labelled', { label: t('apiDocs.access'), value: t(`apiDocs.${access}`) })}
      </p>
      {fields.length > 0 ? <FieldTable fields={fields} /> : null}
      {data ? (
        <pre>
          <code>{`data: ${data}`}</code>
        </pre>
      ) : null}
      <dl>
        {answers.map(({ status, lines }) => (
          <div key={status}>
            <dt>{status}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

type EntryProps = { operation: ListedOperation };

function FieldTable({ fields }: { fields: ListedField[] }) {
  const t = useTexts();
  return (
    <table className="data">
      <thead>
        <tr>
          <th scope="col">{t('apiDocs.name')}</th>
          <th scope="col">{t('apiDocs.place')}</th>
          <th scope="col">{t('apiDocs.type')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, place, type, isRequired }) => (
          <tr key={place + name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{place}</td>
            <td>
              <code>{type}</code>
              {isRequired ? ` · ${t('apiDocs.required')}` : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
