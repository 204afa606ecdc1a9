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
  const text = streamed && noteOf(streamed);
  return (
    <p className="quiet-text" role="status">
      {text ? t(`ai.${text}`) : null} {streamed?.problem}
    </p>
  );
}

function noteOf({ state }: Streamed): 'working' | 'stopped' | 'broken' | null {
  return state === 'working' || state === 'stopped' || state === 'broken' ? state : null;
}
