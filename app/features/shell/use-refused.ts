import { useProblem } from '#app/features/shell/use-problem.ts';

/** Returns the field messages and posted values of the last refused post of a plain form. */
export function useRefused(intent: string) {
  const problem = useProblem(intent);
  return {
    isRefused: problem !== undefined,
    errors: (problem?.result.error ?? {}) as Record<string, string[] | undefined>,
    given: (problem?.result.initialValue ?? {}) as Record<string, string | undefined>,
  };
}
