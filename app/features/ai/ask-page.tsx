import { AiMeter } from '#app/features/ai/ai-meter.tsx';
import { CutNote, StreamNote } from '#app/features/ai/answer-notes.tsx';
import { useAnswerStream } from '#app/features/ai/use-answer-stream.ts';
import { MathsStyles } from '#app/features/document/maths-styles.tsx';
import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { type AnswerCut, PROMPT_MAX } from '#app/schemas/ai-actions.ts';
import type { QuotaDetail } from '#app/services/quotas/get-quota.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';
import { TextArea } from '#app/ui/text-area.tsx';

export type AskAnswer = { id: string; question: string; html: string; hasMaths: boolean; cut: AnswerCut | null };
type AskPageProps = { host: string; quota: QuotaDetail; prompt: string; answer: AskAnswer | null; isGone: boolean };

/** Renders the page for a question about all readable documents; the answer links to its sources. */
export function AskPage({ host, quota, prompt, answer, isGone }: AskPageProps) {
  const t = useTexts();
  const errors = useProblem()?.result.error ?? {};
  const given = useGiven();
  const { streamed, onSubmit, stop } = useAnswerStream(null);
  const isShown = answer !== null && (streamed.state === 'idle' || streamed.kept === answer.id);
  return (
    <main id="main" className="page narrow ai">
      <PageTitle>{t('ai.ask.title')}</PageTitle>
      <h1>{t('ai.ask.title')}</h1>
      <p className="lead">{t('ai.ask.lead')}</p>
      {isGone ? <p className="note amber">{t('ai.gone')}</p> : null}
      <form className="stack" method="post" action="/ask" onSubmit={onSubmit} noValidate>
        <CsrfField />
        <input type="hidden" name="action" value="ask" />
        <div className="field">
          <label htmlFor="prompt">{t('ai.ask.question')}</label>
          <TextArea
            id="prompt"
            name="prompt"
            rows={2}
            required
            maxLength={PROMPT_MAX}
            defaultValue={given?.prompt ?? answer?.question ?? prompt}
            aria-invalid={errors.prompt ? true : undefined}
            aria-describedby={errors.prompt ? 'prompt-error' : undefined}
          />
          <FieldErrors id="prompt" errors={errors.prompt ?? undefined} />
        </div>
        <p className="ai-notice">{t('ai.noticeAll', { host })}</p>
        <div className="row-of-buttons">
          <button
            className="button main"
            type="submit"
            name="intent"
            value="ask"
            disabled={streamed.state === 'working'}
          >
            {t('ai.ask.submit')}
          </button>
          {streamed.state === 'working' ? (
            <button className="button" type="button" onClick={stop}>
              {t('ai.stop')}
            </button>
          ) : null}
        </div>
      </form>
      <section className="ai-answer" aria-label={t('ai.ask.answer')}>
        {isShown ? (
          <>
            <MathsStyles wanted={answer.hasMaths} />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by app/markdown */}
            <div className="prose" dangerouslySetInnerHTML={{ __html: answer.html }} />
            <CutNote cut={answer.cut} />
            <p className="hint">{t('ai.kept')}</p>
          </>
        ) : (
          <div className="streaming">{streamed.text}</div>
        )}
        <StreamNote streamed={streamed} />
      </section>
      <AiMeter quota={quota} />
    </main>
  );
}
