import { useTexts } from '#app/i18n/use-texts.ts';
import type { ImportEntry } from '#app/services/transfer/import/list-imports.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

const EM_SPACE = '\u2003';
const LEVELS_SHOWN = 8;

/** Shows what an import would create and asks for confirmation. */
export function ImportPlan({ id, documents, attachments = 0, planned = [] }: ImportEntry) {
  const t = useTexts();
  return (
    <>
      <p>{t('transfer.planned', { count: documents, files: attachments })}</p>
      {planned.length > 0 ? (
        <details className="disclosure" open>
          <summary>{t('transfer.plannedTitle')}</summary>
          <ol className="import-plan">
            {planned.map(({ title, path, level }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path may be named twice; the list never changes
              <li key={index}>
                {EM_SPACE.repeat(Math.min(level, LEVELS_SHOWN))}
                {title} <span className="file-name quiet-text">{path}</span>
              </li>
            ))}
          </ol>
          {documents > planned.length ? (
            <p className="quiet-text">{t('transfer.moreDocuments', { count: documents - planned.length })}</p>
          ) : null}
        </details>
      ) : null}
      <form className="row-of-buttons" method="post" action="/import">
        <CsrfField />
        <input type="hidden" name="importId" value={id} />
        {documents > 0 ? (
          <button className="button main" type="submit" name="intent" value="start">
            {t('transfer.start')}
          </button>
        ) : null}
        <button className="button" type="submit" name="intent" value="undo">
          {t('transfer.discard')}
        </button>
      </form>
    </>
  );
}
