import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { ImportPlan } from '#app/features/transfer/import-plan.tsx';
import { ImportProgress } from '#app/features/transfer/import-progress.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { ImportEntry } from '#app/services/transfer/import/list-imports.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';

/** Lists the results of recent imports, the newest expanded. */
export function ImportList({ imports }: { imports: ImportEntry[] }) {
  const t = useTexts();
  const problem = useProblem('undo', 'start');
  return (
    <section className="settings-section" id="imports" aria-labelledby="imports-title">
      <h2 id="imports-title">{t('transfer.reports')}</h2>
      <FormSummary id="undo-summary" errors={problem?.result.error?.[''] ?? undefined} />
      <ul className="import-list">
        {imports.map((entry, index) => (
          <ImportReportItem key={entry.id} entry={entry} isNewest={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function ImportReportItem({ entry, isNewest }: { entry: ImportEntry; isNewest: boolean }) {
  const t = useTexts();
  const { sources, documents, tops, notTakenCount, present, state } = entry;
  return (
    <li className="import-report">
      <h3>{sources.join(t('phrase.separator'))}</h3>
      <p className="quiet-text">
        {state === 'done' ? `${t('transfer.documents', { count: documents })} · ` : null}
        <TimeAgo at={entry.createdAt} />
        {notTakenCount > 0 ? ` · ${t('transfer.notTaken', { count: notTakenCount })}` : null}
      </p>
      {isRunning(entry) ? <ImportProgress {...entry} /> : null}
      {isStuck(entry) ? <p className="wrong">{t('transfer.incomplete')}</p> : null}
      {state === 'failed' ? <p className="wrong">{t('transfer.failed')}</p> : null}
      {tops.length > 0 && present > 0 && !isRunning(entry) ? (
        <ul className="import-tops">
          {tops.map((top) => (
            <li key={top.id}>
              <a href={`/doc/${top.id}`}>{top.title}</a>
            </li>
          ))}
        </ul>
      ) : null}
      <NotTakenList entry={entry} isNewest={isNewest} />
      {state === 'planned' ? <ImportPlan {...entry} /> : <UndoForm entry={entry} />}
    </li>
  );
}

const isRunning = ({ state, isResumable }: ImportEntry) => isResumable && (state === 'waiting' || state === 'running');
/** True if the import's process ended and nothing can resume it. */
const isStuck = ({ state, isResumable, isComplete }: ImportEntry) =>
  !isComplete && !isResumable && (state === 'running' || state === 'done');

function NotTakenList({ entry, isNewest }: { entry: ImportEntry; isNewest: boolean }) {
  const t = useTexts();
  const { notTaken, notTakenCount } = entry;
  if (notTakenCount === 0) return null;
  return (
    <details className="disclosure" open={isNewest}>
      <summary>{t('transfer.notTakenTitle')}</summary>
      <ul className="not-taken">
        {notTaken.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one file may be named for several reasons; the list never changes
          <NotTakenItem key={index} {...file} />
        ))}
      </ul>
      {notTakenCount > notTaken.length ? (
        <p className="quiet-text">{t('transfer.more', { count: notTakenCount - notTaken.length })}</p>
      ) : null}
    </details>
  );
}

/** Deletes documents, so that it takes a second step. */
function UndoForm({ entry: { id, changed, present, state } }: { entry: ImportEntry }) {
  const t = useTexts();
  const isFailed = state === 'failed';
  const form = (
    <form method="post" action="/import">
      <CsrfField />
      <input type="hidden" name="importId" value={id} />
      {isFailed ? null : (
        <p className="hint">
          {changed > 0 ? t('transfer.undoChanged', { count: changed }) : t('transfer.undoHint', { count: present })}
        </p>
      )}
      <button className="button" type="submit" name="intent" value="undo">
        {isFailed ? t('transfer.discard') : t('transfer.undo')}
      </button>
    </form>
  );
  if (isFailed) return form;
  return (
    <details className="disclosure">
      <summary>{t('transfer.undoAsk')}</summary>
      {form}
    </details>
  );
}

function NotTakenItem({ path, reason, detail }: NotTaken) {
  const t = useTexts();
  return (
    <li>
      <span className="file-name">{path}</span> {t(`transfer.reason.${reason}`, { detail })}
    </li>
  );
}
