import { useEffect, useRef, useState } from 'react';
import { CutNote, StreamNote } from '#app/features/ai/answer-notes.tsx';
import type { Streamed } from '#app/features/ai/use-answer-stream.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { AnswerCut } from '#app/schemas/ai-actions.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors, messageAttributes } from '#app/ui/field.tsx';
import { askBeforeLeaving } from '#app/ui/unsent-work.ts';

type AiResultProps = {
  docId: string;
  canEdit: boolean;
  text: string;
  /** The text that the result may replace. Null while streaming: then the form's selection applies. */
  selection: string | null;
  baseVersion: number;
  /** An incomplete result is offered only for insertion. */
  cut: AnswerCut | null;
  streamed: Streamed | null;
  onStop: () => void;
  isKept: boolean;
};

/** Shows a result to edit, insert, replace its source with, or discard. */
export function AiResult(props: AiResultProps) {
  const { docId, canEdit, text, selection, baseVersion, cut, streamed, onStop, isKept } = props;
  const t = useTexts();
  const errors = useProblem('insert', 'replace')?.result.error ?? {};
  const wrong = errors.result ?? errors.selection ?? undefined;
  const isWorking = streamed?.state === 'working' || streamed?.state === 'opening';
  const isWhole = cut === null && streamed === null;
  const isEmpty = streamed !== null && !isWorking && text === '';
  const asked = useAskedSelection(streamed);
  const replaced = selection ?? asked;
  const box = useInSight(streamed);
  return (
    <form
      ref={box}
      className="ai-result stack"
      method="post"
      action={`/doc/${docId}/ai`}
      aria-busy={isWorking || undefined}
    >
      <CsrfField />
      <input type="hidden" name="baseVersion" value={baseVersion} />
      <textarea name="selection" hidden readOnly value={replaced} />
      <input type="hidden" name="cut" value={cut ?? ''} />
      <div className="field" hidden={isEmpty}>
        <label htmlFor="result">{t('ai.result')}</label>
        <ResultText key={streamed ? 'streamed' : 'whole'} text={text} isFixed={isWorking || !canEdit} errors={wrong} />
        {canEdit ? (
          <p className="hint" id="result-hint">
            {t('ai.resultHint')} {isKept ? t('ai.kept') : null}
          </p>
        ) : null}
        {isKept && !canEdit ? <p className="hint">{t('ai.kept')}</p> : null}
        <FieldErrors id="result" errors={wrong} />
      </div>
      <StreamNote streamed={streamed} />
      <CutNote cut={cut} />
      <div className="row-of-buttons">
        {isWorking ? (
          <button className="button" type="button" onClick={onStop}>
            {t('ai.stop')}
          </button>
        ) : null}
        {canEdit && !isWorking && !isEmpty ? (
          <>
            <button className="button main" type="submit" name="intent" value="insert">
              {t('ai.insert')}
            </button>
            {isWhole ? (
              <button className="button" type="submit" name="intent" value="replace">
                {t(replaced.trim() ? 'ai.replaceSelection' : 'ai.replace')}
              </button>
            ) : null}
          </>
        ) : null}
        <a className="button quiet" href={`/doc/${docId}/ai`}>
          {t('ai.discard')}
        </a>
      </div>
    </form>
  );
}

type ResultTextProps = { text: string; isFixed: boolean; errors: string[] | undefined };

/** Shows the stream until the person edits the text. */
function ResultText({ text, isFixed, errors }: ResultTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isEdited = useRef(false);
  isEdited.current = typed !== null && typed !== text;
  useEffect(() => {
    // React makes each text of a controlled field its default, so that the field alone does not tell.
    const stopAsking = askBeforeLeaving(() => isEdited.current);
    area.current?.form?.addEventListener('submit', stopAsking);
    return stopAsking;
  }, []);
  useEffect(() => {
    if (isFixed && text && area.current) area.current.scrollTop = area.current.scrollHeight;
  }, [text, isFixed]);
  return (
    <textarea
      ref={area}
      id="result"
      name="result"
      rows={12}
      readOnly={isFixed}
      value={isFixed ? text : (typed ?? text)}
      onChange={(event) => setTyped(event.target.value)}
      {...messageAttributes('result', errors, { hasHint: true })}
    />
  );
}

/** Scrolls the result into sight when an answer begins or ends early. On a phone, "Send" is a window below it. */
function useInSight(streamed: Streamed | null) {
  const box = useRef<HTMLFormElement>(null);
  const state = streamed?.state;
  useEffect(() => {
    if (state === 'working' || state === 'stopped' || state === 'broken')
      box.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return box;
}

/** Returns the selection at the start of an answer. Later changes of the form apply to the next one. */
function useAskedSelection(streamed: Streamed | null): string {
  const [asked, setAsked] = useState('');
  const isWorking = streamed?.state === 'working';
  useEffect(() => {
    if (isWorking) setAsked(document.querySelector<HTMLTextAreaElement>('#ai [name="selection"]')?.value ?? '');
  }, [isWorking]);
  return asked;
}
