import { Fragment } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { SearchHit } from '#app/services/search/search-documents.ts';
import { Name, useForeignLanguage } from '#app/ui/name.tsx';

/** Lists found documents: title, path, and the matching passage with a link. */
export function SearchHits({ hits }: { hits: SearchHit[] }) {
  return (
    <ul className="hits">
      {hits.map((hit) => (
        <Hit key={hit.id} hit={hit} />
      ))}
    </ul>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const t = useTexts();
  const languageOf = useForeignLanguage();
  return (
    <li>
      <a href={`/doc/${hit.id}`}>
        <span className="emoji">{hit.icon}</span>
        <span
          className="name"
          lang={languageOf(hit.markedTitle)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet)
          dangerouslySetInnerHTML={{ __html: hit.markedTitle }}
        />
      </a>
      {hit.path.length > 0 ? <Path titles={hit.path.map(({ title }) => title)} /> : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet) */}
      <p lang={languageOf(hit.snippet)} dangerouslySetInnerHTML={{ __html: hit.snippet }} />
      {hit.fragment ? (
        <p>
          <a className="to-passage" href={`/doc/${hit.id}#:~:${hit.fragment}`}>
            {t('search.passage')}
          </a>
        </p>
      ) : null}
      {hit.attachments.map((attachment) => (
        <Attachment key={attachment.fileId} attachment={attachment} />
      ))}
    </li>
  );
}

function Path({ titles }: { titles: string[] }) {
  return (
    <p className="quiet-text">
      {titles.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path may hold a title twice
        <Fragment key={index}>
          {index > 0 ? ' / ' : null}
          <Name className="" text={title} />
        </Fragment>
      ))}
    </p>
  );
}

function Attachment({ attachment }: { attachment: SearchHit['attachments'][number] }) {
  const t = useTexts();
  const languageOf = useForeignLanguage();
  return (
    <div className="hit-attachment">
      <p className="quiet-text">
        {t('search.attachment')}{' '}
        <a
          href={attachment.downloadUrl}
          lang={languageOf(attachment.markedName)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet)
          dangerouslySetInnerHTML={{ __html: attachment.markedName }}
        />
      </p>
      {attachment.snippet ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet)
        <p lang={languageOf(attachment.snippet)} dangerouslySetInnerHTML={{ __html: attachment.snippet }} />
      ) : null}
    </div>
  );
}
