import { type AiFields, AiForm } from '#app/features/ai/ai-form.tsx';
import { AiMeter } from '#app/features/ai/ai-meter.tsx';
import { AiResult } from '#app/features/ai/ai-result.tsx';
import { OvertakenNote } from '#app/features/ai/overtaken-note.tsx';
import { useAnswerStream } from '#app/features/ai/use-answer-stream.ts';
import { BackTo } from '#app/features/shell/back-to.tsx';
import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { AnswerCut } from '#app/schemas/ai-actions.ts';
import type { StoredAnswer } from '#app/services/ai/keep-answer.ts';
import type { Conflict } from '#app/services/documents/merge-save.ts';
import type { QuotaDetail } from '#app/services/quotas/get-quota.ts';
import { FilledText } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type AiPageProps = {
  document: { id: string; title: string; version: number };
  canEdit: boolean;
  host: string;
  quota: QuotaDetail;
  fields: AiFields;
  answered: StoredAnswer | null;
  /** True if the linked answer has expired or belongs to someone else. */
  isGone: boolean;
};

/** Renders the AI page of a document: a form, and its result to insert, replace or discard. */
export function AiPage({ document, canEdit, host, quota, fields, answered, isGone }: AiPageProps) {
  const t = useTexts();
  const { streamed, onSubmit, stop } = useAnswerStream(document.id);
  const problem = useProblem();
  const given = useGiven();
  const initial = { ...fields, ...answered?.asked, ...given } as AiFields;
  const isLive = streamed.state !== 'idle' && (streamed.kept === null || streamed.kept !== answered?.id);
  const kept = useGiven('insert', 'replace');
  const current = !isLive && problem?.error === 'conflict' ? (problem.data as Conflict).current : null;
  const result = isLive ? streamed.text : (kept?.result ?? answered?.text);
  return (
    <main id="main" className="page narrow ai">
      <PageTitle>{t('ai.of', { title: document.title })}</PageTitle>
      <BackTo document={document} />
      <h1>
        <FilledText values={{ title: document.title }}>{(placeholders) => t('ai.of', placeholders)}</FilledText>
      </h1>
      {isGone ? <p className="note amber">{t('ai.gone')}</p> : null}
      {current ? <OvertakenNote current={current} /> : null}
      {isLive || result !== undefined ? (
        <AiResult
          docId={document.id}
          canEdit={canEdit}
          text={result ?? ''}
          selection={kept?.selection ?? (isLive ? null : (answered?.asked.selection ?? ''))}
          // After a conflict the form sends the new version; with the posted one, every further try would conflict.
          baseVersion={Number(
            current?.version ?? kept?.baseVersion ?? (isLive ? null : answered?.version) ?? document.version,
          )}
          cut={isLive ? null : ((kept?.cut || answered?.cut || null) as AnswerCut | null)}
          streamed={isLive ? streamed : null}
          onStop={stop}
          isKept={!isLive && answered !== null}
        />
      ) : null}
      <AiForm
        docId={document.id}
        fields={initial}
        host={host}
        onSubmit={onSubmit}
        isBusy={streamed.state === 'working'}
      />
      <AiMeter quota={quota} />
    </main>
  );
}
