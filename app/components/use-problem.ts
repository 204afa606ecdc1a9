import { useActionData } from 'react-router';
import type { Problem } from '#app/schemas/problem.ts';

/** What the last post of an intent (of any, without one) reported, if it failed. */
export function useProblem(intent?: string): Problem | undefined {
  const problem = useActionData() as Problem | undefined;
  const isProblem = problem && typeof problem === 'object' && 'result' in problem && 'error' in problem;
  return isProblem && (intent === undefined || problem.intent === intent) ? problem : undefined;
}
