import type { ReactNode } from 'react';
import { MarkedWords } from '#app/features/history/marked-words.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Aligned } from '#app/services/documents/compare-texts.ts';
import type { ExplainedConflict } from '#app/services/documents/explain-conflict.ts';

type ConflictProps = {
  conflict: ExplainedConflict;
  /** Id of the form with the user's own text. */
  formId: string;
};

/** Longer runs of equal lines are collapsed. */
const FOLDED_FROM = 6;

/**
 * Shows both texts of a conflict side by side. A button saves yours, theirs or both. Yours is in the form below and can
 * be edited first.
 */
export function ConflictTexts({ conflict, formId }: ConflictProps) {
  const t = useTexts();
  const { current, titles, texts } = conflict;
  const theirName = current.updatedBy ?? t('history.deletedUser');
  return (
    <section className="conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title">{t('conflict.title')}</h2>
      <p>
        {t('conflict.text', { name: theirName })} <TimeAgo at={current.updatedAt} />
      </p>
      <div className="conflict-choices">
        <button className="button main" type="submit" form={formId} name="intent" value="save">
          {t('conflict.saveYours')}
        </button>
        <button className="button" type="submit" form={formId} name="intent" value="save-theirs" formNoValidate>
          {t('conflict.saveTheirs')}
        </button>
        <button className="button" type="submit" form={formId} name="intent" value="save-both">
          {t('conflict.saveBoth')}
        </button>
      </div>
      <div className="conflict-sides">
        <h3>{t('conflict.yours')}</h3>
        <h3>{t('conflict.theirs', { name: theirName })}</h3>
        {[...titles.filter((row) => !('same' in row)), ...texts].map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
          <Row key={index} row={row} />
        ))}
      </div>
      <p>{t('conflict.below')}</p>
    </section>
  );
}

function Row({ row }: { row: Aligned }): ReactNode {
  const t = useTexts();
  if ('same' in row) return <SameText text={row.same} />;
  return (
    <>
      <div className="side-text" data-side={t('conflict.yours')}>
        <MarkedWords changes={row.yours} />
      </div>
      <div className="side-text" data-side={t('conflict.theirSide')}>
        <MarkedWords changes={row.theirs} />
      </div>
    </>
  );
}

/** Renders equal lines once, across both columns. */
function SameText({ text }: { text: string }) {
  const t = useTexts();
  const count = text.split('\n').length - 1;
  if (count < FOLDED_FROM) return <div className="same-text">{text}</div>;
  return (
    <details className="same-text">
      <summary>{t('conflict.same', { count: String(count) })}</summary>
      {text}
    </details>
  );
}
