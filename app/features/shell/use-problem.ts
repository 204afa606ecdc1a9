import { useActionData } from 'react-router';
import type { Problem } from '#app/schemas/problem.ts';

/** Returns the error of the last post of one of the intents (of any, without arguments), if it failed. */
export function useProblem(...intents: string[]): Problem | undefined {
  const problem = useActionData() as Problem | undefined;
  const isProblem = problem && typeof problem === 'object' && 'result' in problem && 'error' in problem;
  return isProblem && (intents.length === 0 || intents.includes(problem.intent)) ? problem : undefined;
}
