import { useTexts } from '#app/i18n/use-texts.ts';
import type { SearchHit } from '#app/services/search/search-documents.ts';

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
  return (
    <li>
      <a href={`/doc/${hit.id}`}>
        <span className="emoji">{hit.icon}</span>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet) */}
        <span className="name" dangerouslySetInnerHTML={{ __html: hit.markedTitle }} />
      </a>
      {hit.path.length > 0 ? <p className="quiet-text">{hit.path.map(({ title }) => title).join(' / ')}</p> : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet) */}
      <p dangerouslySetInnerHTML={{ __html: hit.snippet }} />
      {hit.passage ? (
        <p>
          <a
            className="to-passage"
            href={`/doc/${hit.id}#:~:text=${encodeURIComponent(hit.passage).replaceAll('-', '%2D')}`}
          >
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

function Attachment({ attachment }: { attachment: SearchHit['attachments'][number] }) {
  const t = useTexts();
  return (
    <div className="hit-attachment">
      <p className="quiet-text">
        {t('search.attachment')}{' '}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet) */}
        <a href={attachment.downloadUrl} dangerouslySetInnerHTML={{ __html: attachment.markedName }} />
      </p>
      {attachment.snippet ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where the marks are set (make-snippet)
        <p dangerouslySetInnerHTML={{ __html: attachment.snippet }} />
      ) : null}
    </div>
  );
}
