import type { Problem } from '#app/schemas/problem.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';

/** Returns the error of the last failed post with one of the intents (any intent without arguments). */
export function useProblem(...intents: string[]): Problem | undefined {
  const problem = useActionAnswer() as Problem | undefined;
  const isProblem = problem && typeof problem === 'object' && 'result' in problem && 'error' in problem;
  return isProblem && (intents.length === 0 || intents.includes(problem.intent)) ? problem : undefined;
}
