import type { Streamed } from '#app/features/ai/use-answer-stream.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { AnswerCut } from '#app/schemas/ai-actions.ts';

/** Says what an incomplete answer lacks. */
export function CutNote({ cut }: { cut: AnswerCut | null }) {
  const t = useTexts();
  return cut ? <p className="note amber">{t(`ai.cut.${cut}`)}</p> : null;
}

/** Announces the state of an answer while it streams. */
export function StreamNote({ streamed }: { streamed: Streamed | null }) {
  const t = useTexts();
  const note = streamed && noteOf(streamed);
  const problem = streamed?.problem ?? '';
  const text = note ? t(`ai.${note}`) : problem;
  return (
    <p className="quiet-text" role="status">
      {note && problem ? t('phrase.sentences', { first: text, next: problem }) : text}
    </p>
  );
}

type Note = 'working' | 'stopped' | 'stoppedEmpty' | 'broken';

/** Returns the note of a state; null where the problem says all. */
function noteOf({ state, text }: Streamed): Note | null {
  if (state === 'stopped' && text === '') return 'stoppedEmpty';
  if (state === 'broken' && text === '') return null;
  return state === 'working' || state === 'stopped' || state === 'broken' ? state : null;
}
