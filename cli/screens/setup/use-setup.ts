import { useRef, useState } from 'react';
import {
  type Answers,
  askedQuestions,
  type Place,
  type QuestionId,
  questionOf,
  type Refusal,
  refusalOf,
  startOf,
  storedAnswer,
} from '#cli/screens/setup/questions.ts';
import { isTried, tryAnswer } from '#cli/screens/setup/try-answer.ts';
import { type Line, lineOf } from '#cli/screens/setup/typed-text.ts';

export type Fault = Refusal | { kind: 'tried'; reason: string };
type State = { at: QuestionId; answers: Answers; draft: Line; fault: Fault | null; isTrying: boolean };
type Options = { place: Place; faultOf: (error: unknown) => string; onEnd: (answers: Answers | null) => void };

const FIRST = 'DEFAULT_LANGUAGE';

/** The dialogue: the present question, the answers so far, and what keys do. */
export function useSetup({ place, faultOf, onEnd }: Options) {
  const [state, draw] = useState<State>({
    at: FIRST,
    answers: {},
    draft: lineOf(startOf(FIRST, {}, place)),
    fault: null,
    isTrying: false,
  });
  // Several keys may arrive before the next drawing: each acts on what the one before made.
  const now = useRef(state);
  const set = (change: Partial<State>) => {
    now.current = { ...now.current, ...change };
    draw(now.current);
  };
  const goTo = (id: QuestionId, answers: Answers) =>
    set({ at: id, answers, draft: lineOf(startOf(id, answers, place)), fault: null, isTrying: false });

  const accept = (answer: string) => {
    const { at } = now.current;
    const answers = { ...now.current.answers, [at]: answer };
    if (at === 'review') return onEnd(answer === 'write' ? answers : null);
    const asked = askedQuestions(answers, place);
    goTo(asked[asked.indexOf(at) + 1]!, answers);
  };

  /** Accepts the draft. One that failed its test is accepted when Enter is pressed again. */
  const answer = async () => {
    const { at, answers, draft, fault } = now.current;
    const text = storedAnswer(at, draft.text);
    const refusal = refusalOf(at, text, answers, place);
    if (refusal) return set({ fault: refusal });
    if (!isTried(at) || fault?.kind === 'tried') return accept(text);
    set({ fault: null, isTrying: true });
    try {
      await tryAnswer(at, text, answers);
      accept(text);
    } catch (error) {
      set({ isTrying: false, fault: { kind: 'tried', reason: faultOf(error) } });
    }
  };

  const back = () => {
    const { at, answers, draft } = now.current;
    const asked = askedQuestions(answers, place);
    const before = asked[asked.indexOf(at) - 1];
    if (before) goTo(before, questionOf(at).options ? { ...answers, [at]: draft.text } : answers);
  };

  const order = askedQuestions(state.answers, place);
  return {
    ...state,
    now: () => now.current,
    step: order.indexOf(state.at) + 1,
    steps: order.length,
    answer,
    back,
    /** Changes the draft. Clears the fault, which concerns the earlier text, unless only the cursor has moved. */
    type: (draft: Line) => set(draft.text === now.current.draft.text ? { draft } : { draft, fault: null }),
  };
}
